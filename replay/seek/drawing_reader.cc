#include "replay/seek/drawing_reader.h"

#include <optional>

#include "loaders/stream/call.h"

namespace replay {

void read_drawing(loaders::CallSource& source, const loaders::Passages* passages, DrawingHistory& history,
                  StateHistory* states) {
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

DrawnFrames draw_frames(loaders::CallSource& source, const loaders::Passages* passages) {
  const CallSet none;
  DrawingHistory history(none, none, false);
  StateHistory states;
  read_drawing(source, passages, history, &states);
  DrawnFrames drawn = history.take();
  drawn.segments = states.take();
  if (passages != nullptr) drawn.chunks = passages->chunks();
  return drawn;
}

}  // namespace replay
