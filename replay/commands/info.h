// `replay info TRACE`: what is in the file, and what it needs from the driver.
#pragma once

#include "replay/options.h"

namespace replay {

// The exit code of the program. What escapes as an exception is a 125 in main().
int run_info(const InfoOptions& options);

}  // namespace replay
