// `replay diff A B`: compares two pictures, or two folders of pictures.
#pragma once

#include "replay/command_line/options.h"

namespace replay {

// Returns the exit code of the program. main() turns an exception into 125.
int run_diff(const DiffOptions& options);

}  // namespace replay
