#include "replay/observe/frame_times.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace replay {

void FrameTimes::frame_shown(Dispatcher&, std::uint64_t) {
  const auto now = Clock::now();
  milliseconds_.push_back(std::chrono::duration<float, std::milli>(now - last_).count());
  last_ = now;
}

FrameTimeFigures FrameTimes::figures() const {
  FrameTimeFigures figures;
  figures.frames = milliseconds_.size();
  if (milliseconds_.empty()) return figures;
  const double later = std::accumulate(milliseconds_.begin() + 1, milliseconds_.end(), 0.0);
  if (later > 0) figures.frames_per_second = 1000.0 * static_cast<double>(milliseconds_.size() - 1) / later;
  auto sorted = milliseconds_;
  std::sort(sorted.begin(), sorted.end());
  figures.minimum = sorted.front();
  figures.median = sorted[sorted.size() / 2];
  figures.percentile95 = sorted[(sorted.size() - 1) * 95 / 100];
  figures.maximum = sorted.back();
  return figures;
}

std::string to_string(const FrameTimeFigures& figures) {
  return fmt::format("{} frames, {:.1f} fps; frame time ms: min {:.3f}, median {:.3f}, 95 % {:.3f}, max {:.3f}",
                     figures.frames, figures.frames_per_second, figures.minimum, figures.median, figures.percentile95,
                     figures.maximum);
}

}  // namespace replay
