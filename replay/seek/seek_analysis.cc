#include "replay/seek/seek_analysis.h"

#include <optional>
#include <utility>
#include <vector>

#include "loaders/stream/call.h"
#include "replay/seek/drawing_history.h"
#include "replay/seek/segments.h"
#include "replay/seek/state_history.h"

namespace replay {
namespace {

void follow(DrawingHistory& history, StateHistory* states, loaders::CallSource& source,
            const loaders::Passages* passages) {
  loaders::Batch batch;
  for (bool more = true; more && source.read(batch) == loaders::ReadStatus::kBatch;) {
    for (const loaders::Call& call : batch.calls) {
      // Calls that never returned are usually not made. They come last, so no call is left out for them when they are
      // made. A swap ends its frame.
      const bool is_made = !call.is(loaders::kIncomplete) || call.is(loaders::kEndsFrame);
      more = is_made ? history.follow(call) : history.follow_incomplete(call);
      if (states != nullptr) states->follow(call);
      if (!more) break;
    }
    if (states != nullptr) states->end_batch(passages != nullptr ? passages->place : std::nullopt);
  }
}

}  // namespace

DrawnFrames draw_frames(loaders::CallSource& source, const loaders::Passages* passages) {
  const CallSet none;
  DrawingHistory history(none, none, false);
  StateHistory states;
  follow(history, &states, source, passages);
  DrawnFrames drawn = history.take();
  drawn.segments = states.take();
  if (passages != nullptr) drawn.chunks = passages->chunks();
  return drawn;
}

SeekPlan plan_seek(loaders::CallSource& source, const SeekFor& wanted) {
  DrawingHistory history(wanted.frames, wanted.calls, wanted.goes_on, wanted.guesses.calls);
  // Pictures of calls, and what comes after the last frame, may show anything.
  const bool follows_states = wanted.guesses.state && wanted.calls.empty() && !wanted.goes_on;
  std::optional<StateHistory> states;
  if (follows_states) states.emplace();
  follow(history, states ? &*states : nullptr, source, wanted.passages);
  DeadCalls dead = history.dead_calls(wanted.guesses);
  if (states && dead.gave_up.empty()) {
    const auto chunks = wanted.passages != nullptr ? wanted.passages->chunks() : std::vector<loaders::PackedChunk>{};
    leave_out_segments(states->take(), chunks, wanted.frames, dead);
  }
  return SeekPlan(std::move(dead));
}

}  // namespace replay
