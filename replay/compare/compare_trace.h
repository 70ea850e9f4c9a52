// The comparison of two drivers by one trace, as `replay compare` and `replay run --compare` make it.
#pragma once

#include <stop_token>
#include <string>
#include <vector>

#include "replay/command_line/verdict_options.h"
#include "replay/compare/report.h"
#include "replay/process/shader_caches.h"

namespace replay {

// Replays that measure the same things in the same way. Times and what valgrind counts need replays of their own.
struct MeasuringWay {
  std::vector<Measure> judged;
  bool takes_what_there_is = false;  // of `judged`; otherwise all of it is needed
  bool with_valgrind = false;
  bool counts_instructions = false;  // by the processor
};

// What the options ask for, on this machine. Tells of what it lacks. Throws CannotJudge when it cannot be had.
std::vector<MeasuringWay> ways_of(const CompareOptions& options);

// How both sides of the comparisons of a command run, each with a cache of shaders of its own as long as this object
// lives. Throws CannotJudge.
class ComparedLaunches {
 public:
  explicit ComparedLaunches(const CompareOptions& options);
  const Launch& good() const { return good_; }
  const Launch& bad() const { return bad_; }

 private:
  ShaderCaches caches_;
  LastWill will_;
  Launch good_, bad_;
};

// Throws CannotJudge, also after a stop.
ComparedTrace compare_trace(const CompareOptions& options, const ComparedLaunches& launches, const std::string& trace,
                            const std::vector<MeasuringWay>& ways, const std::stop_token& stop = {});

}  // namespace replay
