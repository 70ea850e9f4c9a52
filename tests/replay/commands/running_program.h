// RunningProgram: the built program while it runs, so that a test can send it signals. Its output is captured. And the
// program on a terminal.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/replay/commands/program.h"
#include "tests/replay/observe/scratch_folder.h"

namespace replay {

// Runs the program as run_program() does, with standard error on a pseudo-terminal of 200 columns.
Outcome run_on_terminal(const std::vector<std::string>& arguments, const std::filesystem::path& folder,
                        const std::vector<std::string>& variables = {});

class RunningProgram {
 public:
  // Starts it as run_program() does.
  RunningProgram(const std::vector<std::string>& arguments, const std::filesystem::path& folder,
                 const std::vector<std::string>& variables = {});
  void send(int signal) const;
  Outcome wait();  // to be called once

 private:
  ScratchFolder scratch_;
  pid_t pid_ = 0;
};

}  // namespace replay
