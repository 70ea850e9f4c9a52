// Trimming: makes a recording of some frames or calls of another recording, and of the calls that they need.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "loaders/container/pack.h"
#include "replay/base/supervision.h"
#include "replay/base/trace_limits.h"
#include "replay/slice/slice.h"

namespace replay {

struct TrimJob {
  std::string trace;  // a file that can be read more than once
  std::string name;   // of the recording, for whoever finds the result later
  std::string output;
  SliceOf wanted;
  loaders::Packing packing = loaders::Packing::kSnappy;
  bool verifies = true;  // replays the output, and compares the pictures
  AllLimits limits;
  Supervision supervision;                    // of the processes that read the recording
  std::vector<std::string> replay_arguments;  // limits and supervision as arguments, for replays in other processes
};

struct Trimmed {
  std::uint64_t calls_before = 0;  // of the recording, as far as it was read
  std::uint64_t calls = 0;
  std::uint64_t pictures = 0;     // that were compared
  std::uint64_t first_frame = 0;  // the number that the first of the frames has in the output
  Caution caution = Caution::kCallsAreAccepted;
};

// Writes `job.output`, whole or not at all. Says on the log when it has to keep more. Throws CannotJudge.
Trimmed trim(const TrimJob& job);

}  // namespace replay
