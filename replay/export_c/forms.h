// Forms: what the parameter of a live call is, so that its argument can be written as C: a number, memory of some
// length, an offset into a buffer, a name. The forms come from the policies of the dispatch rows, which know all of
// this of recorded calls; functions with a handler of their own are described by the registry or by a line in forms.cc.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "glbindings/signature.h"

namespace replay {

// The arguments of a live call. Integers are widened, floats keep their bits, pointers are numbers.
using LiveArguments = std::span<const std::uint64_t>;

// How many elements an array has. `a` and `b` are positions of arguments, or numbers.
struct Length {
  enum class Of : std::uint8_t { kUnknown, kFixed, kArg, kArgTimes, kArgOver, kProduct, kTyped } of = Of::kUnknown;
  std::int64_t a = 0, b = 0;

  // Nothing is negative; kUnknown is 0.
  std::uint64_t count(LiveArguments arguments) const;
};

struct Form {
  enum class Is : std::uint8_t {
    kBySignature,      // what the registry says: a number, a name, an array with a length, a string
    kArray,            // `length` elements that GL reads
    kNewNames,         // `length` names that GL makes
    kUnpackArray,      // the same, or an offset into the unpack buffer
    kUnpackPixels,     // an image; at: width, height, depth, format, type
    kUnpackBlock,      // a compressed image; at: its size in bytes, format, width, height, depth
    kUnpackStipple,    // 32 x 32 bits
    kPackPixels,       // memory for an image; at: as kUnpackPixels
    kClearValue,       // one pixel, or null; at: format, type
    kParameters,       // as many values as the pname needs, at most 16
    kOut,              // memory that GL writes
    kIndices,          // at: count, type
    kIndirect,         // `length` bytes, or an offset
    kManyIndirect,     // at: number of draws, stride; `length`: bytes of one
    kOffset,           // always an offset into the array buffer
    kEvaluator,        // at: target, stride and order in one direction, and in the other
    kLocation,         // of a uniform of the current program
    kLocationOf,       // of a uniform of the program of argument at[0]
    kUniformBlock,     // of the program of argument at[0]
    kStorageBlock,     // likewise
    kImageName,        // a texture or renderbuffer, as argument at[0] says
    kNameOfIdentifier  // the name of an object whose kind argument at[0] says
  } is = Is::kBySignature;
  std::array<std::int8_t, 5> at = {-1, -1, -1, -1, -1};
  Length length;
};

Form form_of(glbindings::FunctionId function, std::size_t parameter);

// Reads a length of the registry: "4", "count", "count*3". Everything else is unknown.
Length registry_length(const glbindings::Signature& signature, const glbindings::ParamInfo& param);

}  // namespace replay
