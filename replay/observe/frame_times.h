// FrameTimes: how long each frame took from one swap to the next, in elapsed time and in CPU time of all threads.
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
  double minimum = 0, median = 0, percentile95 = 0, maximum = 0;  // milliseconds of elapsed time
  double cpu_median = 0, cpu_mean = 0;  // milliseconds of all threads, including the driver's and the decoder's
  double frames_per_second = 0;         // without the first frames, in which programs load
  std::uint64_t first_frames = 0;       // how many frames frames_per_second leaves out
};

class FrameTimes : public Observer {
 public:
  // How many frames of each round do not count for the rate. In a short round only the first frame does not count.
  static constexpr std::size_t kFirstFrames = 5;

  FrameTimes() { begin_round(); }

  // Says that the next frame is the first of the recording. --loop begins several rounds.
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
