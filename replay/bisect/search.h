// Search: the first drawing call whose result differs between two drivers.
//
// Two replays run side by side and stop after the same calls; what they drew is compared by hash, and by pixels only where the
// hashes differ and a tolerance may allow it.
//
// Why not halve from the start? A difference is not there to stay: a clear or the next picture wipes it out, so "differs after
// call n" may be true for n = 10, false for n = 20 and true again for n = 30, and halving over n would answer 30. So the search
// goes forward, and saves read-backs in another way:
//
//   1. Looked at are the first `dense` drawing calls, the checkpoints, the moments before something can take away what was drawn, the calls that draw in a way
//      that did not come up before (draw_plan.h), and every `stride`-th of what is left in between. Each look compares with the
//      other side at once; at the first difference both stop, and nothing behind it is replayed.
//   2. If calls lie between that one and the one before that was the same, both sides start again, draw up to there without a
//      look, and look at those and the `before` calls in front of them one by one.
//
// So a long trace costs a read-back for each framebuffer of a frame, not for each call, and dozens at the end. The answer is the
// one that looking at every drawing call gives, but for one case: a difference that was painted over again, exactly and
// everywhere, by fewer than `stride` calls and before a checkpoint, by a way of drawing that was seen to be right before.
// `exhaustive` looks at every call.
#pragma once

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

struct SearchOptions {
  std::vector<std::string> trace_arguments;  // the trace, and options of `replay probe`
  Launch good, bad;
  Tolerance tolerance;
  std::optional<double> timeout;  // seconds for one answer of a side
  bool exhaustive = false;
  std::size_t dense = 100, stride = 16, before = 64;
};

struct FoundDifference {
  std::uint64_t call = 0, frame = 0;
  std::vector<ImageDifference> images;  // all that the call drew into
  nlohmann::json good_state, bad_state;
  bool only_depth() const;  // no colour differs: nothing that could be seen yet
};

struct SearchResult {
  std::optional<FoundDifference> first;
  std::optional<FoundDifference> first_color;  // when `first` is depth or stencil only, and a colour differs later
  std::optional<ChildEnding> bad_lost;         // the bad side crashed or hung, before any difference
  std::uint64_t drawing_calls = 0;             // of the recording
  std::uint64_t looks = 0;                     // after how many of them it was looked, on each side, all passes together
  int passes = 0;
  // Whether calls before the find were only looked at together.
  bool skipped_calls = false;
  std::string good_renderer, bad_renderer;
};

// Throws CannotJudge, also when the good side crashes.
SearchResult search(const SearchOptions& options, const std::vector<DrawingCall>& draws);

}  // namespace replay
