// `replay diff-calls`: compares the calls of two recordings.
#pragma once

#include "replay/command_line/options.h"

namespace replay {

int run_diff_calls(const DiffCallsOptions& options);

}  // namespace replay
