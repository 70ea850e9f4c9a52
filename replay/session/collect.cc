#include "replay/session/collect.h"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

namespace replay {
namespace {

void add(std::vector<std::string>& to, std::vector<std::string> sentences) {
  for (std::string& sentence : sentences) to.push_back(std::move(sentence));
}

void collect_profile(Summary& summary, const CallProfile& profile, const std::string& trace) {
  summary.profile = profile.figures();
  if (trace.empty()) return;
  if (const auto written = profile.write_timeline(trace); !written)
    summary.picture_problems.push_back(written.error().problem);
}

void collect_judgement(Summary& summary, Expectation& expectation) {
  summary.judgement = expectation.judgement();
  DifferenceFiles files = expectation.write_difference();
  summary.difference_files = std::move(files.written);
  add(summary.picture_problems, std::move(files.problems));
}

}  // namespace

void collect_pictures(Summary& summary, Snapshots& snapshots, bool may_hang) {
  add(summary.picture_problems, may_hang ? snapshots.give_up() : snapshots.finish());
  for (const Snapshot& snapshot : snapshots.taken()) summary.snapshots.push_back(snapshot);
  if (const auto& [calls, first] = snapshots.without_picture(); calls > 0) {
    summary.warnings.push_back(
        fmt::format("no picture after {} of the calls: what they draw into has none (first call {})", calls, first));
  }
  if (snapshots.resized() > 0) {
    summary.warnings.push_back(fmt::format(
        "{} pictures have another size than the first: they were cut, or filled with black", snapshots.resized()));
  }
}

void collect_playback(Summary& summary, Playback& playback, const loaders::CallSource& source) {
  const PlayerResult result = playback.result();
  summary.calls += result.calls;
  summary.frames += result.frames;
  summary.left_out += result.left_out;
  summary.trace = source.info();
  summary.add_run(playback.dispatcher(), source.functions());
  if (const auto driver = playback.dispatcher().driver()) summary.driver = driver;
  if (summary.stopped) return;
  summary.file_error = source.error();
  add(summary.warnings, source.warnings());
}

void collect_watchers(Summary& summary, Watchers& watchers, bool pictures_may_hang) {
  collect_pictures(summary, watchers.snapshots, pictures_may_hang);
  if (watchers.expectation) collect_judgement(summary, *watchers.expectation);
  if (watchers.profile) collect_profile(summary, *watchers.profile, watchers.profile_trace);
  if (watchers.self_check) summary.self_check = watchers.self_check->finish();
  if (watchers.recorded_returns) summary.recorded_returns = watchers.recorded_returns->result();
}

}  // namespace replay
