// Skips: calls that were not re-issued, each kind under a name and with a count. Nothing is dropped silently.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
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
  kRefusedInRecording,  // the next recorded glGetError says so
  kLackedInRecording,  // the recorded driver had no such function
  kNothingToDelete,  // the recording never made what it deletes
  kIncomplete,       // entered but never left
  kCutOff,           // the same, where the recorded program ended in it
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
      "refused in the recording too, says its next glGetError",
      "the recorded driver had no such function either",
      "there is no such object to delete",
      "call was never completed in the recording",
      "the recorded program ended in this call",
  };
  static_assert(std::size(kReasons) == static_cast<std::size_t>(Skip::kCount));
  return kReasons[static_cast<std::size_t>(skip)];
}

// Calls that a driver could have made, and that ours were not to.
constexpr bool is_by_limit(Skip skip) {
  return skip == Skip::kTooMuchStorage || skip == Skip::kTooManyObjects || skip == Skip::kTooManyContexts || skip == Skip::kTooMuchWork;
}

// Calls that did nothing when they were recorded, or nothing that can be seen: nothing is lost without them.
constexpr bool is_harmless(Skip skip) {
  return skip == Skip::kFailedInRecording || skip == Skip::kRefusedInRecording || skip == Skip::kReleasedContext ||
         skip == Skip::kLackedInRecording || skip == Skip::kNothingToDelete || skip == Skip::kCutOff;
}

struct SkipCount {
  std::uint64_t count = 0;
  std::uint64_t first_call = 0;

  void add(const SkipCount& other) {
    first_call = count == 0 ? other.first_call : std::min(first_call, other.first_call);
    count += other.count;
  }
};

// Keyed by reason and by index into the recording's function table, so that unknown functions have names as well.
using SkipCounts = std::map<std::pair<Skip, std::uint32_t>, SkipCount>;

// Counts them. What GL itself refused when it was recorded had no effect then: the glGetError that the recorded program asked next
// in the same context tells.
class Skips {
 public:
  // `context`: where the recorded program may ask about the call; nothing for calls of window systems. Returns whether it is the first
  // of its kind.
  bool add(Skip reason, std::uint32_t function, std::uint64_t call, std::optional<std::uint64_t> context) {
    SkipCounts& counts = context ? open_[*context] : settled_;
    SkipCount& of_kind = counts[{reason, function}];
    of_kind.add({.count = 1, .first_call = call});
    return of_kind.count == 1 && (&counts == &settled_ || !settled_.contains({reason, function}));
  }

  // The recorded program asked for errors in `context`. `refused`: it was told of one that no call which was made explains.
  // Returns whether a skipped call does.
  bool settle(std::uint64_t context, bool refused) {
    const auto node = open_.extract(context);
    if (node.empty()) return false;
    for (const auto& [key, count] : node.mapped()) settled_[{refused ? Skip::kRefusedInRecording : key.first, key.second}].add(count);
    return refused;
  }

  SkipCounts counts() const {
    SkipCounts all = settled_;
    for (const auto& [context, counts] : open_) {
      for (const auto& [key, count] : counts) all[key].add(count);
    }
    return all;
  }

  void clear() { *this = {}; }

 private:
  SkipCounts settled_;
  std::map<std::uint64_t, SkipCounts> open_;  // by context: of calls since its last recorded glGetError
};

}  // namespace replay
