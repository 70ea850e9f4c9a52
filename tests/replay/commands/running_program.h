// RunningProgram: the built program while it runs, so that a test can send it signals. Its output is captured.
#pragma once

#include <sys/types.h>

#include "tests/replay/commands/program.h"
#include "tests/replay/observe/scratch_folder.h"

namespace replay {

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
