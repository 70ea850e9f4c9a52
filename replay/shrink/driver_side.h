// DriverSide: a driver, by its environment, that candidates are replayed on. The process that does this is started with
// the first candidate, and again when it is lost.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "replay/process/child_process.h"
#include "replay/process/launch.h"
#include "replay/shrink/candidate_server.h"

namespace replay {

class DriverSide {
 public:
  // `trace_arguments`: the trace and the options of `replay probe`.
  DriverSide(std::string name, Launch launch, std::vector<std::string> trace_arguments, ServerTask task)
      : name_(std::move(name)),
        launch_(std::move(launch)),
        trace_arguments_(std::move(trace_arguments)),
        task_(task) {}

  // The recording has so many entries. It is read whole for that. Throws CannotJudge.
  std::size_t entries();

  // begin() starts the replay of a candidate and finish() waits for its outcome, so that several sides work at once.
  // Both throw CannotJudge when the side cannot replay at all.
  void begin(const Candidate& candidate, const LookAt& look);
  Outcome finish();
  Outcome play(const Candidate& candidate, const LookAt& look) {
    begin(candidate, look);
    return finish();
  }

 private:
  void start();

  std::string name_;
  Launch launch_;
  std::vector<std::string> trace_arguments_;
  ServerTask task_;
  std::unique_ptr<ChildProcess> child_;
};

}  // namespace replay
