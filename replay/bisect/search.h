// Search: the first drawing call whose result differs between two drivers.
//
// Two replays run side by side and stop after the same calls. What they drew is compared by hash, and by pixels only
// where the hashes differ and a tolerance may allow it.
//
// A binary search over the calls would be wrong. A difference does not last: a clear or the next picture removes it.
// So "differs after call n" may be true for n = 10, false for n = 20 and true again for n = 30, and a binary search
// over n would answer 30. Therefore the search goes forward and saves read-backs in another way:
//
//   1. It compares after the first `dense` drawing calls, after the checkpoints and the calls of a new kind
//      (draw_plan.h), and after every `stride`-th of the other calls. Both sides stop at the first difference;
//      nothing after it is replayed.
//   2. If there are calls between that call and the last one that was the same, both sides start again. They draw up
//      to these calls without a comparison, and then compare after each of the `before` calls in front of them and
//      after each of them.
//
// So a long trace costs a read-back for each framebuffer of a frame instead of each call, and dozens at the end. The
// answer is the one that a comparison after every drawing call gives, with one exception: a difference that fewer
// than `stride` calls painted over exactly and everywhere, before a checkpoint, and that came from a way of drawing
// that was right before. `exhaustive` compares after every call.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "replay/bisect/draw_plan.h"
#include "replay/bisect/image_difference.h"
#include "replay/bisect/side.h"
#include "replay/picture/comparison.h"

namespace replay {

// How far a search is, for people.
struct SearchProgress {
  int pass = 1;
  std::uint64_t call = 0, frame = 0;          // compared last
  std::size_t compared = 0, to_compare = 0;   // calls, in this pass
  std::optional<std::uint64_t> differs_at{};  // a call that an earlier pass found; the first one may be before it
};

struct SearchOptions {
  std::vector<std::string> trace_arguments;  // the trace and the options of `replay probe`
  Launch good, bad;
  Tolerance tolerance;
  std::optional<double> timeout;                               // seconds for one answer of a side
  std::optional<std::chrono::steady_clock::time_point> end{};  // after which search() throws CannotJudge
  bool exhaustive = false;
  std::size_t dense = 100, stride = 16, before = 64;
  // Where a difference is in no window, the first pass goes on for so many frames, to find one that ends with a window
  // that differs.
  std::uint64_t frames_for_window = 0;
  std::function<void(const SearchProgress&)> tell{};  // after each comparison; may be empty
};

struct FoundDifference {
  std::uint64_t call = 0, frame = 0;
  std::vector<ImageDifference> images;  // all images that the call drew into
  nlohmann::json good_state, bad_state;
  bool is_exact = true;     // no call before it was compared only together with it
  bool only_depth() const;  // whether no colour differs, so that the difference is not visible yet
  bool in_window() const;   // whether red, green or blue of a window differs
};

struct SearchResult {
  std::optional<FoundDifference> first;
  std::optional<FoundDifference> first_color;  // when `first` is depth or stencil only, and a colour differs later
  // The last drawing call of a frame with such a window (SearchOptions::frames_for_window). Where there is one, the two
  // above are of the first pass, and may not be exact.
  std::optional<std::uint64_t> window_differs_after;
  std::optional<ChildEnding> bad_lost;  // the bad side crashed or hung, before any difference
  std::uint64_t drawing_calls = 0;      // of the recording
  std::uint64_t looks = 0;              // comparisons, all passes together
  int passes = 0;
  // Whether some of the calls before the one that was found were compared only together.
  bool skipped_calls = false;
  std::string good_renderer, bad_renderer;
};

// Throws CannotJudge, also when the good side crashes.
SearchResult search(const SearchOptions& options, const std::vector<DrawingCall>& draws);

}  // namespace replay
