// Speed: how many frames a second a viewer plays, and when the next one is due.
#pragma once

#include <chrono>
#include <optional>
#include <string>

namespace replay {

class Speed {
 public:
  using Clock = std::chrono::steady_clock;

  // Nothing: as fast as possible.
  explicit Speed(std::optional<double> frames_per_second) : rate_(frames_per_second) {}

  void go_faster();
  void go_slower();

  bool is_limited() const { return rate_.has_value(); }

  // The next frame is due so long after this one, or at once when it is late.
  void frame_shown(Clock::time_point now);
  // Milliseconds until the next frame is due.
  int wait(Clock::time_point now) const;

  // "30 frames/s"; empty: as fast as possible.
  std::string text() const;

 private:
  std::optional<double> rate_;
  Clock::time_point due_{};
};

}  // namespace replay
