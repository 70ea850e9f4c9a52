// RunTimes: where the time of the jobs of a run went.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "replay/corpus/result.h"

namespace replay {

// Seconds. The stages, `idle` and other() add up to jobs * seconds.
struct RunTimes {
  std::size_t jobs = 0;
  double seconds = 0;   // from the start of the first trace to the end of the last one
  StageTimes stages{};  // of all jobs; `waiting` counts jobs here, and not traces
  double idle = 0;      // jobs that have ended because no trace is left
  std::vector<std::pair<std::string, double>> longest{};  // the traces that took most, the longest first

  double other() const;  // starting and cleaning up
  // What the run would have taken at least, in whatever order: its longest trace, or all traces shared out evenly.
  double least() const;

  void add(const Result& result);
};

constexpr const char* kTimesFile = "times.json";

// The contents of the file.
std::string times_text(const RunTimes& times);
// "50.1 s with 2 jobs: 93 % replaying, 5 % retrying, 2 % idle; the longest trace took 12.3 s: game/level1.trace"
std::string to_string(const RunTimes& times);
// The names of what the time went into and the seconds, without what took none.
std::vector<std::pair<std::string, double>> parts_of(const RunTimes& times);

}  // namespace replay
