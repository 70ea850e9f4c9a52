#include "replay/observe/frame_times.h"

#include <fmt/format.h>
#include <time.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace replay {

FrameTimes::Moment FrameTimes::now() {
  timespec cpu{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &cpu);
  return {std::chrono::steady_clock::now(),
          static_cast<double>(cpu.tv_sec) * 1e3 + static_cast<double>(cpu.tv_nsec) * 1e-6};
}

void FrameTimes::begin_round() {
  if (rounds_.empty() || !rounds_.back().empty()) rounds_.emplace_back();
  last_ = now();
}

void FrameTimes::frame_shown(Dispatcher&, std::uint64_t) {
  const Moment here = now();
  rounds_.back().push_back(
      {std::chrono::duration<double, std::milli>(here.wall - last_.wall).count(), here.cpu_ms - last_.cpu_ms});
  last_ = here;
}

FrameTimeFigures FrameTimes::figures() const {
  FrameTimeFigures figures;
  std::vector<double> wall, cpu;
  double later_ms = 0, all_cpu_ms = 0;
  for (const std::vector<Frame>& round : rounds_) {
    const std::size_t first = std::min(round.size(), round.size() > 2 * kFirstFrames ? kFirstFrames : std::size_t{1});
    figures.first_frames += first;
    for (std::size_t i = 0; i < round.size(); ++i) {
      wall.push_back(round[i].ms);
      cpu.push_back(round[i].cpu_ms);
      all_cpu_ms += round[i].cpu_ms;
      if (i >= first) later_ms += round[i].ms;
    }
  }
  figures.frames = wall.size();
  if (wall.empty()) return figures;
  if (later_ms > 0)
    figures.frames_per_second = 1e3 * static_cast<double>(wall.size() - figures.first_frames) / later_ms;
  std::ranges::sort(wall);
  std::ranges::sort(cpu);
  figures.minimum = wall.front();
  figures.median = wall[wall.size() / 2];
  figures.percentile95 = wall[(wall.size() - 1) * 95 / 100];
  figures.maximum = wall.back();
  figures.cpu_median = cpu[cpu.size() / 2];
  figures.cpu_mean = all_cpu_ms / static_cast<double>(cpu.size());
  return figures;
}

std::string to_string(const FrameTimeFigures& figures) {
  return fmt::format(
      "{} frames, {:.1f} fps without the first {}; frame time ms: min {:.3f}, median {:.3f}, 95 % {:.3f}, max {:.3f}; "
      "CPU ms per frame: median {:.3f}, mean {:.3f}",
      figures.frames, figures.frames_per_second, figures.first_frames, figures.minimum, figures.median,
      figures.percentile95, figures.maximum, figures.cpu_median, figures.cpu_mean);
}

nlohmann::json to_json(const FrameTimeFigures& figures) {
  return {
      {"frames", figures.frames},
      {"frames_per_second", figures.frames_per_second},
      {"first_frames_left_out", figures.first_frames},
      {"frame_ms",
       {{"min", figures.minimum}, {"median", figures.median}, {"p95", figures.percentile95}, {"max", figures.maximum}}},
      {"cpu_ms_per_frame", {{"median", figures.cpu_median}, {"mean", figures.cpu_mean}}}};
}

}  // namespace replay
