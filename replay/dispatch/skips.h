// Skips: calls that were not issued. Each kind has a name and a count, so no call is dropped silently.
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
  kUnknownFunction,  // neither the registry nor non_registry.py has the function
  kUnsupported,      // the function is known, but its replay is not implemented
  kNoEntryPoint,     // the driver does not have it in this context
  kNoContext,        // a GL call with no context current
  kReleasedContext,  // the recorded program had released its context, so the call had no effect
  kUnknownName,      // the recording never created the object, or it could not be created here
  kNoData,           // client memory is not in the recording
  kShortData,        // there are fewer bytes or elements than GL would read
  kBadValue,         // GL or the window system would not survive an argument
  kStrayAddress,     // an address of the recorded process stands for an offset, data or mapped memory
  kDriverBinary,     // a binary that a driver made for itself, and does not check
  kTooMuchStorage,   // limits.h has the limits
  kTooManyObjects,
  kTooManyContexts,
  kTooMuchWork,
  kFailedInRecording,   // the call failed in the recording, so it had no effect
  kRefusedInRecording,  // the next recorded glGetError shows that the recorded driver refused the call
  kLackedInRecording,   // the recorded driver lacked the function
  kNothingToDelete,     // the recording never created the object that the call deletes
  kIncomplete,          // the call was entered but never left
  kCutOff,              // the recorded program ended in the call
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
      "an address in place of an offset or of recorded memory",
      "a binary that a driver made, and that this driver would trust",
      "needs more memory than --limit storage allows",
      "more objects than --limit objects allows",
      "more contexts at the same time than --limit contexts allows",
      "would take longer than --limit vertices, groups or list-calls allows",
      "failed in the recording",
      "refused in the recording too, as its next glGetError shows",
      "the recorded driver had no such function either",
      "there is no such object to delete",
      "call was never completed in the recording",
      "the recorded program ended in this call",
  };
  static_assert(std::size(kReasons) == static_cast<std::size_t>(Skip::kCount));
  return kReasons[static_cast<std::size_t>(skip)];
}

// Returns whether a limit of the replayer, and not the driver, prevented the call.
constexpr bool is_by_limit(Skip skip) {
  return skip == Skip::kTooMuchStorage || skip == Skip::kTooManyObjects || skip == Skip::kTooManyContexts ||
         skip == Skip::kTooMuchWork;
}

// Returns whether nothing is lost without the call, because it had no visible effect in the recording.
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

// The key is a reason and an index into the recording's function table, so that unknown functions have names as well.
using SkipCounts = std::map<std::pair<Skip, std::uint32_t>, SkipCount>;

// Counts skipped calls. A call that the recorded driver refused had no effect. The next recorded glGetError in the
// same context shows this.
class Skips {
 public:
  // `context` is the context in which the recorded program may ask for errors, or nothing for calls of window
  // systems. Returns how many calls of its kind were skipped, with this one and without those of other contexts that
  // have not asked since.
  std::uint64_t add(Skip reason, std::uint32_t function, std::uint64_t call, std::optional<std::uint64_t> context) {
    ++seen_;
    SkipCounts& counts = context ? open_[*context] : settled_;
    SkipCount& of_kind = counts[{reason, function}];
    of_kind.add({.count = 1, .first_call = call});
    const auto settled = &counts != &settled_ ? settled_.find({reason, function}) : settled_.end();
    return of_kind.count + (settled != settled_.end() ? settled->second.count : 0);
  }

  // The recorded program asked for errors in `context`. `refused` means that it got an error that no issued call
  // explains. Returns whether a skipped call explains it.
  bool settle(std::uint64_t context, bool refused) {
    const auto node = open_.extract(context);
    if (node.empty()) return false;
    for (const auto& [key, count] : node.mapped())
      settled_[{refused ? Skip::kRefusedInRecording : key.first, key.second}].add(count);
    return refused;
  }

  SkipCounts counts() const {
    SkipCounts all = settled_;
    for (const auto& [context, counts] : open_) {
      for (const auto& [key, count] : counts) all[key].add(count);
    }
    return all;
  }

  // How many calls were skipped so far, for whatever reason.
  std::uint64_t seen() const { return seen_; }

  void clear() { *this = {}; }

 private:
  std::uint64_t seen_ = 0;
  SkipCounts settled_;
  std::map<std::uint64_t, SkipCounts> open_;  // by context: the calls since its last recorded glGetError
};

}  // namespace replay
