#include "replay/inspect/frame_replay.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <memory>
#include <utility>

#include "replay/base/cannot_judge.h"
#include "replay/handlers/programs/attached_shaders.h"
#include "replay/process/signals.h"
#include "replay/seek/clear_check.h"
#include "replay/session/last_frame.h"
#include "replay/session/open_recording.h"
#include "replay/session/playback.h"
#include "replay/session/stored_stream.h"

namespace replay {
namespace {

// All planes of all images have to be right when the frame begins, because all of them are looked at. So this is the
// analysis for a replay that shows the frame before and goes on.
SeekAnalysis analysis_of_way(const FrameRequest& request, std::uint64_t frame, const SeekGuesses& guesses) {
  SeekFor wanted{.goes_on = true, .guesses = guesses};
  wanted.frames.add({.first = frame - 1, .last = frame - 1});
  return {*open_recording(request.trace, request.limits.loaders), wanted};
}

}  // namespace

RecordedFrame::RecordedFrame(FrameRequest request) : request_(std::move(request)) {
  request_.trace = stored_stream(request_.trace);
  const loaders::Limits& limits = request_.limits.loaders;
  number_ = request_.frame ? *request_.frame : find_last_frame(request_.trace, limits).number;
  span_ = find_frame_span(*open_recording(request_.trace, limits), number_);
}

FrameReplay RecordedFrame::play(const Begin& begin) {
  SeekPlan seek;
  if (request_.seek && number_ > 0)
    seek = plan_from_kept(analysis_, guesses_, [this] { return analysis_of_way(request_, number_, guesses_); });
  const auto source = open_recording(request_.trace, request_.limits.loaders);
  const auto platform = need(Platform::create(Display::kHeadless));
  Playback playback(*source, *platform,
                    {.title = "",
                     .allow_lower = request_.allow_lower,
                     .limits = request_.limits.driver,
                     .window_size = request_.size});
  PlayerOptions options = begin(source->functions());
  options.last_frame = number_;
  options.seek = &seek;
  playback.play(std::move(options));
  if (asked_to_end() != 0) throw CannotJudge("the replay was asked to end");
  for (const std::string& warning : platform->warnings()) spdlog::warn("{}", warning);
  FrameReplay done{.frame = number_, .renderer = "", .version = "", .error = span_.error};
  if (const auto& driver = playback.dispatcher().driver()) {
    done.renderer = driver->renderer;
    done.version = driver->version;
  }
  return done;
}

FrameReplay RecordedFrame::watch(const TakeWatched& take, const BeginWatched& begins, const EndWatched& ends) {
  handlers::keep_shaders();
  CallSet watched;
  watched.add({.first = span_.first, .last = span_.last});
  std::optional<FrameWatch> watch;
  const Begin begin = [&](const loaders::FunctionTable& functions) {
    watch.emplace(
        number_, [&](Dispatcher& d, const WatchedCall& seen) { take(d, functions, seen); }, begins);
    return PlayerOptions{.observers = {&*watch}, .watched_calls = &watched};
  };
  // A wrong guess shows before the frame begins, so nothing was taken yet.
  std::optional<FrameReplay> done;
  while (!done) {
    try {
      done = play(begin);
    } catch (const WrongGuess& problem) {
      spdlog::info("{}; beginning again", problem.what());
      guesses_ = guesses_.without(problem);
    }
  }
  if (ends) ends(*watch);
  return std::move(*done);
}

FrameReplay RecordedFrame::measure(CallProfile& profile) {
  return play(
      [&](const loaders::FunctionTable&) { return PlayerOptions{.observers = {&profile}, .profile = &profile}; });
}

}  // namespace replay
