// `replay TRACE`: replays a trace, with whatever observers the options ask for.
#pragma once

#include "replay/command_line/options.h"

namespace replay {

// Returns the exit code of the program. main() turns an exception into 125.
int run_replay(const ReplayOptions& options);

}  // namespace replay
