#include "replay/session/round.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "replay/base/cannot_judge.h"
#include "replay/base/reading_progress.h"
#include "replay/seek/guesses.h"
#include "replay/session/collect.h"

namespace replay {

Round::Round(const Prepared& prepared, std::unique_ptr<loaders::CallSource> source, Platform& platform,
             FrameTimes& frame_times, bool takes_pictures, const Audience& audience)
    : options_(prepared.options),
      source_(std::move(source)),
      playback_(*source_, platform,
                {.title = "replay: " + std::filesystem::path(options_.trace).filename().string(),
                 .shows_windows = audience.viewer == nullptr,
                 .allow_lower = options_.allow_lower,
                 .limits = options_.limits.driver,
                 .window_size = options_.size}),
      frame_times_(frame_times),
      watchers_(prepared, takes_pictures),
      audience_(audience) {}

PlayerOptions Round::player_options(Plan& plan) {
  PlayerOptions options{.observers = watchers_.all(frame_times_),
                        .watched_calls = audience_.watched != nullptr ? audience_.watched : &plan.watched,
                        .watched_marks = watchers_.takes_pictures ? &options_.marks : nullptr,
                        .last_frame = plan.last_frame,
                        .last_call = plan.last_call,
                        .unswapped = plan.unswapped,
                        .seek = &plan.seek,
                        .profile = watchers_.profile ? &*watchers_.profile : nullptr,
                        .wireframe = audience_.wireframe,
                        .pacing = &audience_.pacing,
                        .tells_calls = spdlog::should_log(spdlog::level::trace),
                        .runs_incomplete_calls = options_.run_incomplete};
  if (audience_.viewer != nullptr) {
    std::erase(options.observers, static_cast<Observer*>(&watchers_.progress));  // the window has it in its title
    options.observers.push_back(audience_.viewer);
  }
  return options;
}

void Round::play(Plan plan, std::int64_t loop, Summary& summary) {
  if (watchers_.self_check) playback_.dispatcher().self_check = &*watchers_.self_check;
  const PlayerOptions options = player_options(plan);
  unswapped_ = plan.unswapped;
  watchers_.progress.begin({.last_frame = plan.last_frame, .loop = loop, .loops = options_.loop});
  const NoReadingProgress quiet;
  frame_times_.begin_round();
  watchers_.snapshots.skip(summary.snapshots.size());
  begin_ = std::chrono::steady_clock::now();
  is_playing_ = true;
  try {
    summary.stopped = playback_.play(options).stopped;
  } catch (const CannotJudge&) {
    collect(summary);
    throw;
  } catch (const WrongGuess&) {
    is_collected_ = true;
    collect_pictures(summary, watchers_.snapshots, false);
    throw;
  }
  collect(summary);
}

void Round::salvage(Summary& summary, bool pictures_may_hang) {
  if (!is_playing_) return;
  summary.stopped = true;
  collect(summary, pictures_may_hang);
}

void Round::finish_states() {
  if (watchers_.states) watchers_.states->finish();
}

void Round::collect(Summary& summary, bool pictures_may_hang) {
  if (std::exchange(is_collected_, true)) return;
  summary.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  collect_watchers(summary, watchers_, pictures_may_hang);
  collect_playback(summary, playback_, *source_);
  if (options_.frames.contains(0) && playback_.result().lacks_frame) summary.warnings.push_back(no_frame_text());
  if (options_.benchmark) summary.frame_times = frame_times_.figures();
}

std::string Round::no_frame_text() const {
  std::string instead;
  if (unswapped_)
    instead = fmt::format(" In its place stands framebuffer object {} after call {}, the last that draws.",
                          unswapped_->framebuffer, unswapped_->call);
  // A stream is read once.
  else if (!source_->info().file_size) instead = " In its place stands what is drawn into at its end.";
  return fmt::format(
      "the recording has no frame: it swaps nothing and draws into no window.{} --call N shows what call N draws into",
      instead);
}

}  // namespace replay
