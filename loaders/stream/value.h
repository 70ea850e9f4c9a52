// Value: one argument or result of a recorded call, in the form that all file formats are brought to.
//
// A ValuePlan (value_plan.h) has already converted it to the type of its GL parameter, so nobody who reads a Value
// needs to know what the file had: integers are 64 bits wide, a GLfloat is f32, a GLdouble f64, an array holds packed
// elements of the parameter's own type.
//
//   kind     payload   count                 meaning
//   null     -         0                     NULL, or an argument that the recording lacks
//   uint     u         -                     any unsigned integer, enum, bitmask, boolean, object name
//   sint     i         -                     any signed integer
//   f32 f64  f / d     -
//   string   p         bytes without NUL     text; a NUL follows the last byte
//   blob     p         bytes                 client memory that was recorded
//   array    p         elements              `elem` says of what; Elem::kValue: Values (arrays of strings, structs)
//   pointer  u         -                     an address or offset of the recorded process. Never to be followed here
//
// GL's `void*` means three things, which stay apart here: nothing (null), client memory (blob, array), and a number
// (pointer).
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace loaders {

// Numbers come before kString, so that one bit of the kinds of several values tells whether all of them are numbers.
enum class ValueKind : std::uint8_t { kNull, kUint, kSint, kF32, kF64, kString = 8, kBlob, kArray, kPointer };
constexpr unsigned kNonNumericBit = 8;

enum class Elem : std::uint8_t { kNone, kU8, kI8, kU16, kI16, kU32, kI32, kU64, kI64, kF32, kF64, kValue };

constexpr std::size_t elem_size(Elem elem) {
  constexpr std::uint8_t kSizes[] = {0, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8, 16};
  return kSizes[static_cast<std::size_t>(elem)];
}

constexpr bool is_signed(Elem elem) {
  return elem == Elem::kI8 || elem == Elem::kI16 || elem == Elem::kI32 || elem == Elem::kI64;
}
constexpr bool is_integer(Elem elem) { return elem >= Elem::kU8 && elem <= Elem::kI64; }

// Value::aux of a string.
enum TextHint : std::uint16_t { kPlainText, kJsonText };  // JSON: a value of any type, which the file has as text

struct Value {
  union {
    std::uint64_t u = 0;
    std::int64_t i;
    double d;
    float f;
    const void* p;
  };
  std::uint32_t count = 0;
  ValueKind kind = ValueKind::kNull;
  Elem elem = Elem::kNone;
  std::uint16_t aux = 0;

  bool is_null() const { return kind == ValueKind::kNull; }
  bool is_integer() const { return kind == ValueKind::kUint || kind == ValueKind::kSint; }
  bool is_float() const { return kind == ValueKind::kF32 || kind == ValueKind::kF64; }
  bool is_number() const { return is_integer() || is_float(); }
  // Whether an array of numbers can hold it as a number: NULL is 0 there, and an address the number that it is.
  bool can_be_number() const { return is_number() || is_null() || kind == ValueKind::kPointer; }
  bool has_memory() const {
    return kind == ValueKind::kBlob || kind == ValueKind::kArray || kind == ValueKind::kString;
  }
  // How many bytes of client memory `p` points to; 0 for everything that has none.
  std::size_t byte_size() const {
    if (kind == ValueKind::kArray) return std::size_t{count} * elem_size(elem);
    return has_memory() ? count : 0;
  }
  std::span<const std::byte> bytes() const {
    return {static_cast<const std::byte*>(has_memory() ? p : nullptr), byte_size()};
  }
  std::string_view text() const {
    return kind == ValueKind::kString ? std::string_view(static_cast<const char*>(p), count) : std::string_view();
  }
  template <class T>
  std::span<const T> array() const {
    return kind == ValueKind::kArray ? std::span<const T>(static_cast<const T*>(p), count) : std::span<const T>();
  }

  static Value of_uint(std::uint64_t value) { return scalar(ValueKind::kUint, value); }
  static Value of_sint(std::int64_t value) { return scalar(ValueKind::kSint, static_cast<std::uint64_t>(value)); }
  static Value of_pointer(std::uint64_t value) { return scalar(ValueKind::kPointer, value); }
  // An address as files have it: they do not tell offset 0 from NULL.
  static Value of_address(std::uint64_t value) { return value == 0 ? Value{} : of_pointer(value); }
  static Value of_f32(float value) {
    Value v;
    v.kind = ValueKind::kF32;
    v.f = value;
    return v;
  }
  static Value of_f64(double value) {
    Value v;
    v.kind = ValueKind::kF64;
    v.d = value;
    return v;
  }
  // `data` is not copied: it must live as long as the batch that the value is in.
  static Value of_memory(ValueKind kind, const void* data, std::uint32_t count, Elem elem = Elem::kNone) {
    Value v;
    v.kind = kind;
    v.p = data;
    v.count = count;
    v.elem = elem;
    return v;
  }
  static Value of_blob(std::span<const std::byte> data) {
    return of_memory(ValueKind::kBlob, data.data(), static_cast<std::uint32_t>(data.size()));
  }

 private:
  // Made of two stores; member by member there would be up to five.
  static Value scalar(ValueKind kind, std::uint64_t bits) {
    static_assert(std::endian::native == std::endian::little);
    struct Halves {
      std::uint64_t bits, rest;
    };
    return std::bit_cast<Value>(Halves{bits, static_cast<std::uint64_t>(kind) << 32});
  }
};
static_assert(sizeof(Value) == 16);

}  // namespace loaders
