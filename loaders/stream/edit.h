// Edit: what becomes of the calls of a recording that is written again (loaders/rewrite.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "loaders/stream/call.h"

namespace loaders {

// A default Edit keeps everything. Calls that are replaced are calls that do not stay, with an insertion before them.
//
// Calls that are added are neutral calls of functions that GL, GLX, EGL or WGL has (FunctionId, arguments in the form
// of their parameters, result, thread, kFake). Their numbers do not matter. They and their values belong to the caller
// and must live until the recording has been written.
struct Edit {
  struct Insertion {
    std::uint64_t before = 0;  // the number of a recorded call, which need not stay
    std::span<const Call> calls;
  };

  // Whether a recorded call stays. It is asked once for each call, in the order of the file, which is that of the
  // numbers. All calls stay when it is empty.
  std::function<bool(std::uint64_t number)> keeps;
  std::span<const Insertion> insertions;  // ascending by `before`; those for one call are written in their order
  std::span<const Call> at_end;           // after all others
  // From this number on no calls are read; insertions before such calls come before `at_end`.
  std::uint64_t end = std::numeric_limits<std::uint64_t>::max();
};

// A run of recorded calls that stayed and have consecutive numbers in both files.
struct NumberRun {
  std::uint64_t from = 0;  // the number of its first call in the recording
  std::uint64_t to = 0;    // the number of that call in what was written
  std::uint64_t count = 0;

  bool operator==(const NumberRun&) const = default;
};

// How far an Edit has been carried out.
class EditRun {
 public:
  // `add` writes calls of the edit. Both must outlive this object.
  EditRun(const Edit& edit, std::function<void(std::span<const Call>)> add) : edit_(edit), add_(std::move(add)) {}

  std::uint64_t end() const { return edit_.end; }
  // Whether some of the recorded calls may not stay.
  bool is_selective() const { return static_cast<bool>(edit_.keeps); }

  // To be called when recorded call `number` begins: writes what comes before it, and says whether the call stays.
  bool begin(std::uint64_t number) {
    if (number >= edit_.end) return false;
    add_insertions_up_to(number);
    return !edit_.keeps || edit_.keeps(number);
  }

  // Notes that a call stayed, and its number in what is written.
  void kept(std::uint64_t from, std::uint64_t to) {
    ++kept_;
    const bool continues =
        !runs_.empty() && runs_.back().from + runs_.back().count == from && runs_.back().to + runs_.back().count == to;
    if (continues) {
      ++runs_.back().count;
    } else {
      runs_.push_back({from, to, 1});
    }
  }

  // To be called after the last recorded call.
  void finish() {
    add_insertions_up_to(std::numeric_limits<std::uint64_t>::max());
    if (!edit_.at_end.empty()) add_(edit_.at_end);
  }

  std::uint64_t kept_calls() const { return kept_; }
  std::vector<NumberRun>& runs() { return runs_; }

 private:
  void add_insertions_up_to(std::uint64_t number) {
    for (; next_ < edit_.insertions.size() && edit_.insertions[next_].before <= number; ++next_) {
      add_(edit_.insertions[next_].calls);
    }
  }

  const Edit& edit_;
  std::function<void(std::span<const Call>)> add_;
  std::size_t next_ = 0;  // insertions before it are written
  std::uint64_t kept_ = 0;
  std::vector<NumberRun> runs_;
};

}  // namespace loaders
