// Elements of arrays, which all kinds of files have in the same sizes.
#pragma once

#include <bit>
#include <cstdint>

#include "loaders/stream/value.h"
#include "loaders/wtf/event.h"

namespace loaders::wtf {

// Of the array that `type`[] becomes; characters as numbers. kNone: there are no arrays of it.
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

// `bits` as a value of `type`: the lowest bits that it has. Precondition: a number or an id.
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
