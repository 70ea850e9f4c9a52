// `replay index TRACE`: writes the index of a trace (session/trace_index.h).
#pragma once

#include "replay/command_line/options.h"

namespace replay {

// Returns the exit code of the program. main() turns an exception into 125.
int run_index(const IndexOptions& options);

}  // namespace replay
