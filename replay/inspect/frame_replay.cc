#include "replay/inspect/frame_replay.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <memory>

#include "replay/base/cannot_judge.h"
#include "replay/inspect/frame_span.h"
#include "replay/process/signals.h"
#include "replay/seek/clear_check.h"
#include "replay/seek/seek_plan.h"
#include "replay/session/last_frame.h"
#include "replay/session/open_recording.h"
#include "replay/session/playback.h"
#include "replay/session/stored_stream.h"

namespace replay {
namespace {

// All planes of all images have to be right when the frame begins, because all of them are looked at. So this is the
// plan of a replay that shows the frame before and goes on.
SeekPlan plan_way(const FrameRequest& request, std::uint64_t frame, bool guesses) {
  if (!request.seek || frame == 0) return {};
  SeekFor wanted{.goes_on = true, .guesses = guesses};
  wanted.frames.add({.first = frame - 1, .last = frame - 1});
  return plan_seek(*open_recording(request.trace, request.limits.loaders), wanted);
}

FrameReplay play(const FrameRequest& request, std::uint64_t frame, const FrameSpan& span, SeekPlan seek,
                 const TakeWatched& take) {
  const auto source = open_recording(request.trace, request.limits.loaders);
  const auto platform = need(Platform::create(Display::kHeadless));
  Playback playback(*source, *platform, {.title = "", .limits = request.limits.driver});
  FrameWatch watch(frame, [&](Dispatcher& d, const WatchedCall& seen) { take(d, source->functions(), seen); });
  CallSet watched;
  watched.add({.first = span.first, .last = span.last});
  playback.play({.observers = {&watch}, .watched_calls = &watched, .last_frame = frame, .seek = &seek});
  if (asked_to_end() != 0) throw CannotJudge("the replay was asked to end");
  for (const std::string& warning : platform->warnings()) spdlog::warn("{}", warning);
  FrameReplay done{.frame = frame, .renderer = "", .version = "", .error = span.error};
  if (const auto& driver = playback.dispatcher().driver()) {
    done.renderer = driver->renderer;
    done.version = driver->version;
  }
  return done;
}

}  // namespace

FrameReplay replay_frame(const FrameRequest& as_given, const TakeWatched& take) {
  FrameRequest request = as_given;
  request.trace = stored_stream(as_given.trace);
  const std::uint64_t frame =
      request.frame ? *request.frame : find_last_frame(request.trace, request.limits.loaders).number;
  const FrameSpan span = find_frame_span(*open_recording(request.trace, request.limits.loaders), frame);
  // A wrong guess shows before the frame begins, so nothing was taken yet.
  try {
    return play(request, frame, span, plan_way(request, frame, true), take);
  } catch (const WrongGuess& problem) {
    spdlog::info("{}; beginning again", problem.what());
    return play(request, frame, span, plan_way(request, frame, false), take);
  }
}

}  // namespace replay
