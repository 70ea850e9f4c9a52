// `replay run MANIFEST` replays a corpus of traces.
#pragma once

#include "replay/command_line/options.h"

namespace replay {

// Returns the exit code of the program. main() turns an exception into 125.
int run_corpus(const RunOptions& options);

}  // namespace replay
