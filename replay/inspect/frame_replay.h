// RecordedFrame: a frame of a recording, which can be replayed several times. Calls before it that cannot reach it are
// left out.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "loaders/base/load_error.h"
#include "replay/base/trace_limits.h"
#include "replay/base/window_size.h"
#include "replay/dispatch/dispatcher.h"
#include "replay/inspect/frame_span.h"
#include "replay/inspect/frame_watch.h"
#include "replay/player/player.h"
#include "replay/seek/guesses.h"
#include "replay/seek/seek_analysis.h"

namespace replay {

struct FrameRequest {
  std::string trace;
  std::optional<std::uint64_t> frame;  // none: the last one
  AllLimits limits;
  bool seek = true;
  bool allow_lower = false;          // go on with a lower version of GL
  std::optional<WindowSize> size{};  // of windows that the recording does not tell
};

struct FrameReplay {
  std::uint64_t frame = 0;
  std::string renderer, version;            // of the driver
  std::optional<loaders::LoadError> error;  // the recording is damaged in this frame; the calls before were made
};

// What the calls of the frame are told to. `functions` is for their text.
using TakeWatched = std::function<void(Dispatcher&, const loaders::FunctionTable& functions, const WatchedCall&)>;

// What is told of the draws of the frame before they are made, as FrameWatch tells it. May be empty.
using BeginWatched = FrameWatch::Begin;

// Told when the frame has come to its end, or as far as the recording has it. May be empty.
using EndWatched = std::function<void(const FrameWatch&)>;

class RecordedFrame {
 public:
  // Reads the recording. To be made after everything that could be refused. Throws CannotJudge, as all functions here.
  explicit RecordedFrame(FrameRequest request);

  std::uint64_t number() const { return number_; }
  std::uint64_t draws() const { return span_.draws; }
  const std::optional<loaders::LoadError>& error() const { return span_.error; }

  // Replays up to the end of the frame and watches each of its calls.
  FrameReplay watch(const TakeWatched& take, const BeginWatched& begins = {}, const EndWatched& ends = {});
  // Replays as far and measures. Nothing is read between the calls. To be called after watch(), which finds out what
  // may be left out.
  FrameReplay measure(CallProfile& profile);

 private:
  // Says what the replay does besides making calls.
  using Begin = std::function<PlayerOptions(const loaders::FunctionTable&)>;
  FrameReplay play(const Begin& begin);

  FrameRequest request_;
  std::uint64_t number_ = 0;
  FrameSpan span_;
  SeekGuesses guesses_{};                 // those that were not wrong so far
  std::optional<SeekAnalysis> analysis_;  // of the way to the frame
};

}  // namespace replay
