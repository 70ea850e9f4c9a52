// FrameSpan: which calls a frame of a recording consists of.
#pragma once

#include <cstdint>
#include <optional>

#include "loaders/base/load_error.h"
#include "loaders/stream/call_source.h"

namespace replay {

struct FrameSpan {
  std::uint64_t first = 0, last = 0;        // numbers of calls; calls of other frames may lie between them (threads)
  std::uint64_t draws = 0;                  // calls that draw vertices
  std::optional<loaders::LoadError> error;  // the recording is damaged in this frame, and its other calls are missing
};

// Reads `source` up to the end of the frame. Throws CannotJudge when there is no such frame.
FrameSpan find_frame_span(loaders::CallSource& source, std::uint64_t frame);

}  // namespace replay
