// `replay run MANIFEST` and `replay merge RESULTS...`: a corpus of traces, and the results of its shards.
#pragma once

#include "replay/command_line/options.h"

namespace replay {

// The exit code of the program. What escapes as an exception is a 125 in main().
int run_corpus(const RunOptions& options);
int run_merge(const MergeOptions& options);

}  // namespace replay
