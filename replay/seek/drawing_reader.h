// Reads a recording for what it draws and what its calls set, without making any call.
#pragma once

#include "loaders/container/passages.h"
#include "loaders/stream/call_source.h"
#include "replay/seek/drawing_history.h"
#include "replay/seek/drawn_frames.h"
#include "replay/seek/state_history.h"

namespace replay {

// Hands the calls of `source` to both, until `history` says that no call after one matters. `states` may be null.
// `passages` are those that `source` was opened with, to collect; null where there are none.
void read_drawing(loaders::CallSource& source, const loaders::Passages* passages, DrawingHistory& history,
                  StateHistory* states);

// Returns what the frames of `source` draw, as far as it can be followed. Reads `source` to its end, or to a call after
// which nothing can be followed.
DrawnFrames draw_frames(loaders::CallSource& source, const loaders::Passages* passages = nullptr);

}  // namespace replay
