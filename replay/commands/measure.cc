#include "replay/commands/measure.h"

#include <spdlog/spdlog.h>

#include <chrono>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "replay/base/cannot_judge.h"
#include "replay/base/reading_progress.h"
#include "replay/base/renderer.h"
#include "replay/compare/measurement.h"
#include "replay/observe/call_costs.h"
#include "replay/observe/frame_meter.h"
#include "replay/process/child_process.h"
#include "replay/process/culprit.h"
#include "replay/process/heap.h"
#include "replay/process/instruction_counter.h"
#include "replay/process/wire.h"
#include "replay/session/open_recording.h"
#include "replay/session/playback.h"

namespace replay {
namespace {

// Returns a line of /proc/self/status in bytes: "VmHWM" is the peak of resident memory, "VmRSS" what there is now.
double memory_now(const std::string& name) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(name + ":")) return std::strtod(line.c_str() + name.size() + 1, nullptr) * 1024;
  }
  return 0;
}

// From now on the peak is that of the driver. Kernels that cannot forget the peak count the reading as well.
double forget_peak_memory() {
  std::ofstream("/proc/self/clear_refs") << "5";
  return memory_now("VmRSS");
}

std::uint64_t count_skips(const Dispatcher& dispatcher) {
  std::uint64_t count = 0;
  for (const auto& [key, skip] : dispatcher.skips.counts()) count += is_harmless(key.first) ? 0 : skip.count;
  return count;
}

std::uint64_t count_errors(const Dispatcher& dispatcher) {
  std::uint64_t count = 0;
  for (const auto& [key, finding] : dispatcher.errors.findings()) count += finding.count;
  return count;
}

std::optional<InstructionCounter> counter_for(const MeasureOptions& options) {
  if (!options.counts_instructions) return std::nullopt;
  auto counter = InstructionCounter::open();
  return counter ? std::optional(*std::move(counter)) : std::nullopt;
}

// The frames as the player counts them: a frame that is played again has a number of its own.
HeldFrames measured_frames(const MeasureOptions& options) {
  const std::uint64_t frames = options.last - options.first + 1;
  // Of several passes, the first warms up.
  return {.first = options.passes > 1 ? options.first + frames : options.first,
          .last = options.last + frames * (options.passes - 1)};
}

// The recording in memory, and a driver to play it on.
class MeasuredReplay {
 public:
  explicit MeasuredReplay(const MeasureOptions& options)
      : frames_(measured_frames(options)),
        begin_(std::chrono::steady_clock::now()),
        source_(open_recording(options.probe.trace, options.probe.limits.loaders)),
        held_(need(HeldRecording::read(*source_, {options.first, options.last}, options.passes, kMostBytes))),
        load_ms_(since_begin()),
        memory_before_(forget_peak_memory()),
        platform_(need(Platform::create(Display::kHeadless))),
        playback_(*source_, *platform_,
                  {.title = "replay",
                   .allow_lower = options.probe.allow_lower,
                   .limits = options.probe.limits.driver,
                   .window_size = options.probe.size}) {}

  const HeldFrames& frames() const { return frames_; }
  // Leaves the reading of more of a large recording out of what `meter` measures.
  template <class Meter>
  void pause_for_refills(Meter& meter) {
    held_.tell_refills({.begins =
                            [&] {
                              meter.pause(playback_.dispatcher());
                              begin_ = std::chrono::steady_clock::now();
                            },
                        .ends =
                            [&] {
                              load_ms_ += since_begin();
                              meter.go_on();
                            }});
  }
  void play(std::vector<Observer*> observers, const CallSet& watched = {}) {
    playback_.play({.observers = std::move(observers), .watched_calls = &watched, .last_frame = frames_.last}, held_);
  }
  Measurement result() {
    Measurement result;
    if (const auto& driver = playback_.dispatcher().driver()) {
      result.renderer = driver->renderer;
      result.version = driver->version;
    }
    result.peak_memory = memory_now("VmHWM") - memory_before_;
    result.load_ms = load_ms_;
    result.libraries = foreign_libraries();
    result.skips = count_skips(playback_.dispatcher());
    result.errors = count_errors(playback_.dispatcher());
    return result;
  }

 private:
  static constexpr std::uint64_t kMostBytes = std::uint64_t{4} << 30;

  double since_begin() const {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin_).count();
  }

  HeldFrames frames_;
  std::chrono::steady_clock::time_point begin_;  // of reading
  std::unique_ptr<loaders::CallSource> source_;
  HeldRecording held_;
  double load_ms_, memory_before_;
  std::unique_ptr<Platform> platform_;
  Playback playback_;
};

// Frames that delete what they use, for example, do something else when they come again.
class RepeatCheck : public Observer {
 public:
  explicit RepeatCheck(const MeasureOptions& options) : options_(options) {}

  void frame_shown(Dispatcher& dispatcher, std::uint64_t frame) override {
    if (options_.passes > 1 && frame + 1 == options_.first) before_ = count_faults(dispatcher);
    if (options_.passes > 1 && frame == options_.last) first_pass_ = count_faults(dispatcher) - before_;
  }
  void finished(Dispatcher& dispatcher) override {
    const std::uint64_t all = count_faults(dispatcher) - before_, expected = first_pass_ * options_.passes;
    if (options_.passes > 1 && all > expected) faults_ = all - expected;
  }
  std::uint64_t faults() const { return faults_; }

 private:
  static std::uint64_t count_faults(const Dispatcher& dispatcher) {
    std::uint64_t count = count_skips(dispatcher) + count_errors(dispatcher);
    for (const auto& [key, finding] : dispatcher.errors.unasked()) count += finding.count;
    return count;
  }

  const MeasureOptions& options_;
  std::uint64_t before_ = 0, first_pass_ = 0, faults_ = 0;
};

nlohmann::json measure_frames(const MeasureOptions& options) {
  const auto counter = counter_for(options);  // before the driver starts its threads, which inherit it
  MeasuredReplay replay(options);
  FrameMeter meter({.first = replay.frames().first,
                    .last = replay.frames().last,
                    .takes_gpu_times = options.takes_gpu_times,
                    .counter = counter ? &*counter : nullptr,
                    .marks_valgrind = options.marks_valgrind,
                    .samples = options.samples});
  meter.begin();
  replay.pause_for_refills(meter);
  RepeatCheck check(options);
  replay.play({&meter, &check});
  Measurement result = replay.result();
  result.costs = meter.costs();
  result.repeat_faults = check.faults();
  if (draws_on_cpu(result.renderer)) result.costs.gpu_ms.clear();
  nlohmann::json answer = to_json(result);
  answer["samples"] = {{"own", meter.own_time().own}, {"all", meter.own_time().all}};
  return answer;
}

nlohmann::json measure_calls(const MeasureOptions& options) {
  MeasuredReplay replay(options);
  CallCosts costs(replay.frames().first, replay.frames().last);
  replay.pause_for_refills(costs);
  CallSet all;
  all.add({.first = 0, .last = UINT64_MAX});
  replay.play({&costs}, all);
  return {{"places", costs.to_json()}};
}

}  // namespace

int run_measure(const MeasureOptions& options) {
  const NoReadingProgress quiet;
  constexpr int kLine = ChildProcess::kChannel;
  try {
    keep_freed_memory();
    send_message(kLine, {.text = options.by_call ? measure_calls(options) : measure_frames(options)});
  } catch (const std::exception& problem) {
    send_message(kLine, {.text = {{"problem", problem.what()}}});
    return kCannotJudge;
  }
  return kGood;
}

}  // namespace replay
