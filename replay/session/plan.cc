#include "replay/session/plan.h"

#include <spdlog/spdlog.h>

#include <memory>
#include <utility>

#include "replay/session/open_recording.h"

namespace replay {
namespace {

// Calls that are asked for in frames end with the last of these frames. Sets without an end replay everything.
void stop_after_the_last(const ReplayOptions& options, Plan& plan) {
  if (!options.marks.empty()) return;
  if (options.states.empty()) plan.last_frame = options.frames.last();
  if (options.frames.empty()) plan.last_call = plan.watched.last();
}

// Where somebody looks at more than pictures of frames, all state is as it was recorded.
SeekGuesses with_state(const ReplayOptions& options, SeekGuesses guesses) {
  guesses.state &= options.states.empty() && options.marks.empty();
  return guesses;
}

// An index knows of frames only, and of none that comes after the last.
SeekPlan seek_plan(const Prepared& prepared, const SeekGuesses& guesses, std::optional<SeekAnalysis>& kept) {
  const ReplayOptions& options = prepared.options;
  if (!options.may_seek() || prepared.is_stream) return {};
  if (prepared.index && options.calls.empty()) {
    auto dead = prepared.index->drawn.dead_calls(options.frames, guesses);
    if (dead) return SeekPlan(std::move(*dead));
  }
  return plan_from_kept(kept, guesses, [&] {
    const auto passages = std::make_shared<loaders::Passages>();
    passages->collects = true;
    return SeekAnalysis(
        *open_recording(options.trace, options.limits.loaders, Reading::kAhead, passages),
        {.frames = options.frames, .calls = options.calls, .guesses = guesses, .passages = passages.get()});
  });
}

}  // namespace

Plan make_plan(const Prepared& prepared, bool takes_pictures, const SeekGuesses& guesses,
               std::optional<SeekAnalysis>& kept) {
  const ReplayOptions& options = prepared.options;
  Plan plan{.watched = options.calls};
  plan.watched.add(options.states);
  if (takes_pictures || !options.states.empty()) stop_after_the_last(options, plan);
  if (options.calls.empty() && options.frames.contains(0) && !prepared.is_stream) {
    plan.unswapped = find_unswapped_frame(*open_recording(options.trace, options.limits.loaders));
  }
  if (takes_pictures && !plan.unswapped) plan.seek = seek_plan(prepared, with_state(options, guesses), kept);
  for (const std::string& reason : plan.seek.reasons()) spdlog::debug("seeking: {}", reason);
  if (options.self_check) plan.watched.add(CallRange{});
  return plan;
}

}  // namespace replay
