// `replay run --compare`: is one driver slower than the other on the traces of a corpus?
#pragma once

#include "replay/command_line/options.h"

namespace replay {

// Throws CannotJudge.
int run_compared_corpus(const RunOptions& options);

}  // namespace replay
