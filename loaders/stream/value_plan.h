// Plans: the form that a value has in the neutral stream as an argument for a GL parameter, whatever a file recorded.
//
// A loader makes a ValuePlan once per declared argument. To read a value of a call, it takes the value as the file has
// it (the natural form) and lets convert() bring it to the target of the plan; shortcuts do the same for the most
// frequent values. Arrays are packed while they are read, so there are packed_elem() and store_number() for them.
//
//   GL parameter                          number      string    memory    array of numbers
//   GLint, GLenum, GLboolean ...          Number      -         -         natural
//   GLsync, Display*, callbacks           Pointer     -         -         natural
//   T*  (numbers)                         one-element -         -         Array of T
//   GLchar*                               Pointer     String    -         natural
//   const GLchar* const*                  Pointer     Array(1)  -         Array of pointer values
//   other T**, handles by pointer         Pointer     -         -         Array of pointer values
//   void*                                 Pointer     -         Blob      natural
//   not known to GL                       natural     -         -         natural
//
// "-" means that the value stays as it is. A pointer of value 0 becomes null (Value::of_address).
#pragma once

#include <cstddef>
#include <cstdint>

#include "glbindings/signature.h"
#include "loaders/stream/arena.h"
#include "loaders/stream/call.h"
#include "loaders/stream/value.h"

namespace loaders {

enum class Form : std::uint8_t { kNatural, kNumber, kPointer, kString, kArray, kStrings, kPointers, kMemory };

struct Target {
  Form form = Form::kNatural;
  Elem elem = Elem::kNone;  // the type of a kNumber, or of the elements of a kArray

  bool operator==(const Target&) const = default;
};

Target target_of(const glbindings::ParamInfo& param);

// The targets of argument `index` and of the result of a function; natural where the function has no such argument or
// result.
Target argument_target(glbindings::FunctionId function, std::size_t index);
Target result_target(glbindings::FunctionId function);

// How a value can get from the file to its target without the general conversion, convert(). Both come to the same.
enum class Shortcut : std::uint8_t {
  kNone,
  kNatural,   // every value stays as it is
  kUnsigned,  // an integer is cut to the bits of the type
  kSigned,
  kFloat,    // an f32 stays as it is
  kPointer,  // an integer is an address
};

// What becomes of the values of one argument, or of the results of one function.
struct ValuePlan {
  Target target;
  Shortcut shortcut = Shortcut::kNatural;
  std::uint8_t unused_bits = 0;  // how many of the 64 bits of an integer are above the type, for kUnsigned and kSigned

  ValuePlan() = default;
  explicit ValuePlan(Target wanted);

  // `bits` are an integer in two's complement. Precondition: the shortcut is the one in the name.
  Value unsigned_value(std::uint64_t bits) const { return Value::of_uint(bits << unused_bits >> unused_bits); }
  Value signed_value(std::uint64_t bits) const {
    return Value::of_sint(static_cast<std::int64_t>(bits << unused_bits) >> unused_bits);
  }

  // Makes a value of an integer if a shortcut leads to one; false where convert() is needed.
  [[gnu::always_inline]] bool take_integer(std::uint64_t bits, Value& to) const {
    switch (shortcut) {
      case Shortcut::kUnsigned: to = unsigned_value(bits); return true;
      case Shortcut::kSigned: to = signed_value(bits); return true;
      case Shortcut::kPointer: to = Value::of_address(bits); return true;
      case Shortcut::kNone:
      case Shortcut::kNatural:
      case Shortcut::kFloat: break;
    }
    return false;
  }
};

// What all calls of a function have in common that a file declares with so many arguments: one that GL has more of gets
// nulls.
Call call_of_function(glbindings::FunctionId function, std::size_t declared_arguments);

// `v` as a number of type `elem`. It is converted as in C, except that a float out of range becomes the nearest
// integer. Null is 0, and a value that is no number comes back unchanged.
Value number_as(const Value& v, Elem elem);

// Brings `v`, the natural form of a single value, to `target`.
Value convert(const Value& v, Target target, Arena& arena);

// The element type to store an array in whose elements are `natural` in the file. Elements that are no numbers are
// kValue there, and pointers are kU64.
Elem packed_elem(Elem natural, bool pointers, Target target);

// Writes the number `v` to `to`, as an element of type `elem` (not kNone, not kValue). There is room for
// elem_size(elem) bytes.
void store_number(std::byte* to, Elem elem, const Value& v);

}  // namespace loaders
