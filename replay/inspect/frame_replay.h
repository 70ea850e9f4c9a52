// Replays a recording up to a frame, without what cannot reach it, and watches each call of that frame.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "loaders/base/load_error.h"
#include "replay/base/trace_limits.h"
#include "replay/dispatch/dispatcher.h"
#include "replay/inspect/frame_watch.h"

namespace replay {

struct FrameRequest {
  std::string trace;
  std::optional<std::uint64_t> frame;  // none: the last one
  AllLimits limits;
  bool seek = true;
};

struct FrameReplay {
  std::uint64_t frame = 0;
  std::string renderer, version;            // of the driver
  std::optional<loaders::LoadError> error;  // the recording is damaged in this frame; the calls before were made
};

// What the calls of the frame are told to. `functions` is for their text.
using TakeWatched = std::function<void(Dispatcher&, const loaders::FunctionTable& functions, const WatchedCall&)>;

// To be called after everything that could be refused. Throws CannotJudge.
FrameReplay replay_frame(const FrameRequest& request, const TakeWatched& take);

}  // namespace replay
