// `replay merge`: joins the results of several parts of a run.
#pragma once

#include "replay/command_line/options.h"

namespace replay {

int run_merge(const MergeOptions& options);

}  // namespace replay
