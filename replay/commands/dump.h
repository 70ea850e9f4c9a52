// `replay dump TRACE`: the calls as text.
#pragma once

#include "replay/command_line/options.h"

namespace replay {

// The exit code of the program. What escapes as an exception is a 125 in main(); a loop that prints without end should
// stop when ferror(stdout) says that nobody reads any more.
int run_dump(const DumpOptions& options);

}  // namespace replay
