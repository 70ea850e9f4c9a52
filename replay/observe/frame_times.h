// FrameTimes: how long each frame took, from one swap to the next.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "replay/observe/observer.h"

namespace replay {

struct FrameTimeFigures {
  std::uint64_t frames = 0;
  // Milliseconds.
  double minimum = 0, median = 0, percentile95 = 0, maximum = 0;
  double frames_per_second = 0;  // without the first frame, in which programs load
};

class FrameTimes : public Observer {
 public:
  void frame_shown(Dispatcher&, std::uint64_t) override;
  FrameTimeFigures figures() const;

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point last_ = Clock::now();
  std::vector<float> milliseconds_;
};

std::string to_string(const FrameTimeFigures& figures);

}  // namespace replay
