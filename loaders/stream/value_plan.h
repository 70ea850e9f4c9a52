// Plans: what the neutral stream has in the place of a GL parameter, whatever a file recorded there.
//
// A loader asks target_of() once per declared argument and keeps the answer; reading a call is then: take the value as
// the file has it (its natural form), convert() it. Arrays are packed while they are read, so they have packed_elem()
// and store_number().
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
// "-": stays what it is. A pointer of value 0 becomes null (Value::of_address).
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
  Elem elem = Elem::kNone;  // of kNumber and kArray

  bool operator==(const Target&) const = default;
};

Target target_of(const glbindings::ParamInfo& param);

// The targets of argument `index` and of the result of a function; natural for what the function does not have.
Target argument_target(glbindings::FunctionId function, std::size_t index);
Target result_target(glbindings::FunctionId function);

// How a value can get from the file to its target without the general conversion, convert(). Both come to the same.
enum class Shortcut : std::uint8_t {
  kNone,
  kNatural,   // as it is
  kUnsigned,  // an integer, cut to the bits of the type
  kSigned,
  kFloat,    // an f32, as it is
  kPointer,  // an address
};

// What becomes of the values of one argument, or of the results of one function.
struct ValuePlan {
  Target target;
  Shortcut shortcut = Shortcut::kNatural;
  std::uint8_t unused_bits = 0;  // of the 64 of an integer, those above the type of kUnsigned and kSigned

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

// What all calls of a function have in common that a file declares with so many arguments: one that GL has more of gets nulls.
Call call_of_function(glbindings::FunctionId function, std::size_t declared_arguments);

// `v` as a number of type `elem`, converted as C does, except that a float out of range becomes the nearest integer.
// null is 0; what is no number comes back unchanged.
Value number_as(const Value& v, Elem elem);

// `v`, the natural form of a single value, as `target` wants it.
Value convert(const Value& v, Target target, Arena& arena);

// How an array is to be stored whose elements are `natural` in the file (kValue: they are no numbers; pointers count as
// kU64).
Elem packed_elem(Elem natural, bool pointers, Target target);

// Writes number `v` as element `elem` (not kNone, not kValue) to `to`, which has room for elem_size(elem) bytes.
void store_number(std::byte* to, Elem elem, const Value& v);

}  // namespace loaders
