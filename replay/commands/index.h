// `replay index TRACE`: writes the index of a trace (session/trace_index.h).
#pragma once

#include "replay/command_line/options.h"

namespace replay {

// The exit code of the program. What escapes as an exception is a 125 in main().
int run_index(const IndexOptions& options);

}  // namespace replay
