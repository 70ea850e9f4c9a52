// `replay TRACE`: replays a trace, with whatever observers the options ask for.
#pragma once

#include "replay/command_line/options.h"

namespace replay {

// The exit code of the program. What escapes as an exception is a 125 in main().
int run_replay(const ReplayOptions& options);

}  // namespace replay
