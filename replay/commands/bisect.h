// `replay bisect`: finds the first call that two drivers draw differently. `replay bisect-script`: prints a script for
// `git bisect run`. `replay diff-state`: compares two state dumps.
#pragma once

#include "replay/command_line/options.h"

namespace replay {

// Returns the exit code of the program. main() turns an exception into 125.
int run_bisect(const BisectOptions& options);
int run_bisect_script(const BisectScriptOptions& options);
int run_diff_state(const DiffStateOptions& options);

}  // namespace replay
