// `replay diff A B`: two pictures, or two folders of pictures.
#pragma once

#include "replay/command_line/options.h"

namespace replay {

// The exit code of the program. What escapes as an exception is a 125 in main().
int run_diff(const DiffOptions& options);

}  // namespace replay
