// Types of arguments as elements of arrays and as numbers. They have the same sizes in all kinds of files.
#pragma once

#include <bit>
#include <cstdint>

#include "loaders/stream/value.h"
#include "loaders/wtf/event.h"

namespace loaders::wtf {

// The element of the array that `type`[] becomes; characters are numbers. kNone when there are no such arrays.
constexpr Elem element_of(ArgType type) {
  switch (type) {
    case ArgType::kInt8: return Elem::kI8;
    case ArgType::kUint8:
    case ArgType::kChar: return Elem::kU8;
    case ArgType::kInt16: return Elem::kI16;
    case ArgType::kUint16:
    case ArgType::kWchar: return Elem::kU16;
    case ArgType::kInt32: return Elem::kI32;
    case ArgType::kUint32: return Elem::kU32;
    case ArgType::kFloat32: return Elem::kF32;
    default: return Elem::kNone;
  }
}

// The lowest bits of `bits`, as many as `type` has, as a value. Precondition: `type` is a number or an id.
inline Value number_of_bits(ArgType type, std::uint32_t bits) {
  switch (type) {
    case ArgType::kBool: return Value::of_uint((bits & 0xff) != 0);
    case ArgType::kInt8: return Value::of_sint(static_cast<std::int8_t>(bits));
    case ArgType::kUint8: return Value::of_uint(bits & 0xff);
    case ArgType::kInt16: return Value::of_sint(static_cast<std::int16_t>(bits));
    case ArgType::kUint16: return Value::of_uint(bits & 0xffff);
    case ArgType::kInt32: return Value::of_sint(static_cast<std::int32_t>(bits));
    case ArgType::kFloat32: return Value::of_f32(std::bit_cast<float>(bits));
    default: return Value::of_uint(bits);
  }
}

}  // namespace loaders::wtf
