// `replay bisect`: the first call that two drivers draw differently. `replay bisect-script`: a script for `git bisect run`.
// `replay diff-state`: two state dumps.
#pragma once

#include "replay/command_line/options.h"

namespace replay {

// The exit code of the program. What escapes as an exception is a 125 in main().
int run_bisect(const BisectOptions& options);
int run_bisect_script(const BisectScriptOptions& options);
int run_diff_state(const DiffStateOptions& options);

}  // namespace replay
