#include "replay/session/watchers.h"

#include <filesystem>

namespace replay {
namespace {

// Returns the name that those of difference pictures are made from: they go beside the picture of the frame.
std::filesystem::path place_of_difference(const Prepared& prepared, std::uint64_t frame) {
  const ReplayOptions& options = prepared.options;
  if (prepared.names) return prepared.names->frame(frame);
  return options.output.empty() ? PictureNames(options.trace).frame(frame) : std::filesystem::path(options.output);
}

PictureTarget target_of(const Prepared& prepared) {
  return {prepared.names ? &*prepared.names : nullptr, prepared.film.get(), prepared.options.coding};
}

}  // namespace

Watchers::Watchers(const Prepared& prepared, bool takes)
    : driver_check(prepared.options.require_renderer, prepared.options.require_version),
      is_benchmark(prepared.options.benchmark),
      takes_pictures(takes),
      snapshots(prepared.options.frames, prepared.options.calls, target_of(prepared), prepared.options.hash) {
  const ReplayOptions& options = prepared.options;
  profile_trace = options.profile_trace;
  if (options.profile) profile.emplace(!options.profile_trace.empty());
  if (prepared.reference) {
    const std::uint64_t frame = *options.frames.only();
    expectation.emplace(frame, *prepared.reference, options.tolerance, place_of_difference(prepared, frame));
  }
  if (!options.states.empty()) {
    states.emplace(options.states, StatePlaces{options.state_file, options.state_pictures, options.state_files});
  }
  if (options.self_check) {
    self_check.emplace();
    recorded_returns.emplace();
  }
}

std::vector<Observer*> Watchers::all(FrameTimes& frame_times) {
  std::vector<Observer*> all{&heap, &driver_check};
  const auto add = [&all](auto& watcher) {
    if (watcher) all.push_back(&*watcher);
  };
  all.push_back(is_benchmark ? static_cast<Observer*>(&frame_times) : &progress);
  add(profile);
  if (takes_pictures) all.push_back(&snapshots);
  add(expectation);
  add(states);
  add(recorded_returns);
  return all;
}

}  // namespace replay
