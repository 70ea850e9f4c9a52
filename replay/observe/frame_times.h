// FrameTimes: how long each frame took, from one swap to the next, on the wall and on all processors.
#pragma once

#include <chrono>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "replay/observe/observer.h"

namespace replay {

struct FrameTimeFigures {
  std::uint64_t frames = 0;
  // Milliseconds.
  double minimum = 0, median = 0, percentile95 = 0, maximum = 0;
  double cpu_median = 0, cpu_mean = 0;  // of all threads, the driver's and the decoder's as well
  double frames_per_second = 0;         // without the first frames, in which programs load
  std::uint64_t first_frames = 0;       // that are left out there
};

class FrameTimes : public Observer {
 public:
  // Of each round that are not counted for the rate; of short rounds only the very first.
  static constexpr std::size_t kFirstFrames = 5;

  FrameTimes() { begin_round(); }

  // The next frame is the first of the recording (--loop).
  void begin_round();
  void frame_shown(Dispatcher&, std::uint64_t) override;
  FrameTimeFigures figures() const;

 private:
  struct Moment {
    std::chrono::steady_clock::time_point wall;
    double cpu_ms = 0;
  };
  struct Frame {
    double ms = 0, cpu_ms = 0;
  };

  static Moment now();

  Moment last_;
  std::vector<std::vector<Frame>> rounds_;
};

std::string to_string(const FrameTimeFigures& figures);
nlohmann::json to_json(const FrameTimeFigures& figures);

}  // namespace replay
