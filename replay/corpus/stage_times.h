// StageTimes: where the time of one trace of a run went.
#pragma once

#include <chrono>
#include <nlohmann/json_fwd.hpp>

namespace replay {

// Seconds.
struct StageTimes {
  double waiting = 0;    // a job was free, but there was no room beside what ran. No job is busy with this
  double checking = 0;   // reading the file to see that it is the right one
  double replaying = 0;  // the process that replays, from its start to its end: it draws, and writes pictures
  double comparing = 0;  // reading the pictures, and comparing them to what is expected
  double retrying = 0;   // all replays but one

  // What a job did for the trace.
  double busy() const { return checking + replaying + comparing + retrying; }
};

// The names and members, in the order of a report.
struct Stage {
  const char* name;
  double StageTimes::*seconds;
};
constexpr Stage kStages[] = {{"waiting", &StageTimes::waiting},
                             {"checking", &StageTimes::checking},
                             {"replaying", &StageTimes::replaying},
                             {"comparing", &StageTimes::comparing},
                             {"retrying", &StageTimes::retrying}};

nlohmann::json to_json(const StageTimes& times);
// Takes what to_json() makes; what is missing is 0. Throws nlohmann::json::exception.
StageTimes stage_times_of(const nlohmann::json& object);

// StageTimer: adds the time of its own life to a stage.
class StageTimer {
 public:
  explicit StageTimer(double& seconds) : seconds_(seconds), begin_(std::chrono::steady_clock::now()) {}
  ~StageTimer() { seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count(); }
  StageTimer(const StageTimer&) = delete;
  StageTimer& operator=(const StageTimer&) = delete;

 private:
  double& seconds_;
  const std::chrono::steady_clock::time_point begin_;
};

}  // namespace replay
