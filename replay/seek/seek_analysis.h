// Reads a recording to find out what it draws, and plans what a replay to some pictures of it leaves out.
#pragma once

#include "loaders/container/passages.h"
#include "loaders/stream/call_source.h"
#include "replay/base/call_set.h"
#include "replay/seek/drawn_frames.h"
#include "replay/seek/guesses.h"
#include "replay/seek/seek_plan.h"

namespace replay {

// Returns what the frames of `source` draw, as far as it can be followed. Reads `source` to its end, or to a call after
// which nothing can be followed. `passages` are those that `source` was opened with, to collect.
DrawnFrames draw_frames(loaders::CallSource& source, const loaders::Passages* passages = nullptr);

struct SeekFor {
  CallSet frames{}, calls{};  // pictures of these are wanted, or of these calls in these frames
  bool goes_on = false;       // frames after the last of them are to be right as well
  SeekGuesses guesses{};      // what the plan may rest on; it verifies what it guesses
  // Those that the source was opened with, to collect. Null: the source that is played reads everything.
  const loaders::Passages* passages = nullptr;
};

// Reads `source` as far as it matters.
SeekPlan plan_seek(loaders::CallSource& source, const SeekFor& wanted);

}  // namespace replay
