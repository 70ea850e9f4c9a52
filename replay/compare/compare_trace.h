// The comparison of two drivers by one trace, as `replay compare` and `replay run --compare` make it.
#pragma once

#include <string>
#include <vector>

#include "replay/command_line/verdict_options.h"
#include "replay/compare/report.h"

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

// Throws CannotJudge.
ComparedTrace compare_trace(const CompareOptions& options, const std::string& trace,
                            const std::vector<MeasuringWay>& ways);

}  // namespace replay
