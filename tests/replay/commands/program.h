// The built program, run as a user does: arguments in, exit code, standard output and standard error out.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace replay {

struct Outcome {
  int code = -1;  // -1: it did not end by itself
  std::string out, err;
  long peak_mib = 0;  // of memory that was really used
};

enum class Output { kCaptured, kClosedPipe, kFullDisk };

// Runs it, or what the environment variable REPLAY_TEST_PROGRAM names in its place, in `folder`, without a display and with software GL. `variables`: more of its environment, "NAME=value".
Outcome run_program(const std::vector<std::string>& arguments, const std::filesystem::path& folder,
                    Output output = Output::kCaptured, const std::vector<std::string>& variables = {});

}  // namespace replay
