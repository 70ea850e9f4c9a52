// Skips: calls that were not re-issued, each kind under a name and with a count. Nothing is dropped silently.
#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <utility>

#include "glbindings/function_id.h"

namespace replay {

enum class Skip : std::uint8_t {
  kUnknownFunction,  // neither the registry nor we have heard of it
  kUnsupported,      // known, but nobody has taught us to replay it
  kNoEntryPoint,     // the driver does not have it in this context
  kNoContext,        // a GL call with no context current
  kReleasedContext,  // the same, where the recorded program had let go of its context itself; so it had no effect
  kUnknownName,      // an object that the recording never created, or that could not be created here
  kNoData,           // client memory that the recorder did not keep
  kShortData,        // fewer bytes or elements than GL would read
  kBadValue,         // an argument that GL or the window system would not survive
  kStrayAddress,     // an address of the recorded process in the place of an offset, of data, or of mapped memory
  kDriverBinary,     // what a driver made for itself, and does not check
  kTooMuchStorage,   // limits.h has these
  kTooManyObjects,
  kTooManyContexts,
  kTooMuchWork,
  kFailedInRecording,  // the recording says that the call failed; so it had no effect
  kIncomplete,       // entered but never left
  kCount
};

constexpr std::string_view skip_reason(Skip skip) {
  constexpr std::string_view kReasons[] = {
      "unknown function",
      "function not supported by this replayer",
      "the driver has no such function in this context",
      "no context is current",
      "no context was current in the recording either",
      "object that was never created",
      "client memory that was not recorded",
      "recorded data is shorter than GL would read",
      "argument out of bounds",
      "an address where an offset or recorded memory has to be",
      "a binary of a driver's own making, which drivers trust",
      "needs more memory than --limit storage allows",
      "more objects than --limit objects allows",
      "more contexts at the same time than --limit contexts allows",
      "would take longer than --limit vertices, groups or list-calls allows",
      "failed in the recording",
      "call was never completed in the recording",
  };
  static_assert(std::size(kReasons) == static_cast<std::size_t>(Skip::kCount));
  return kReasons[static_cast<std::size_t>(skip)];
}

// Calls that a driver could have made, and that ours were not to.
constexpr bool is_by_limit(Skip skip) {
  return skip == Skip::kTooMuchStorage || skip == Skip::kTooManyObjects || skip == Skip::kTooManyContexts || skip == Skip::kTooMuchWork;
}

struct SkipCount {
  std::uint64_t count = 0;
  std::uint64_t first_call = 0;
};

// Keyed by reason and by index into the recording's function table, so that unknown functions have names as well.
using SkipCounts = std::map<std::pair<Skip, std::uint32_t>, SkipCount>;

}  // namespace replay
