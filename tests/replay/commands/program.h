// Runs the built program as a user does, with arguments, and returns its exit code, standard output and standard error.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace replay {

struct Outcome {
  int code = -1;  // -1 when it did not end by itself
  std::string out, err;
  long peak_mib = 0;  // the largest resident memory
};

enum class Output { kCaptured, kClosedPipe, kFullDisk };

// Runs the program in `folder`, without a display and with software GL. The environment variable REPLAY_TEST_PROGRAM
// may name another program. `variables` are added to the program's environment as "NAME=value".
Outcome run_program(const std::vector<std::string>& arguments, const std::filesystem::path& folder,
                    Output output = Output::kCaptured, const std::vector<std::string>& variables = {});

// Returns the environment variables that give tests/broken_driver.cc this fault.
std::vector<std::string> broken(const std::string& fault);

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace replay
