// `replay dump TRACE`: prints the calls as text.
#pragma once

#include "replay/command_line/options.h"

namespace replay {

// Returns the exit code of the program. main() turns an exception into 125. The loop stops when ferror(stdout) says
// that nobody reads the output any longer.
int run_dump(const DumpOptions& options);

}  // namespace replay
