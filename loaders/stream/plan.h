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
