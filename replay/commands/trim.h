#pragma once

#include "replay/command_line/options.h"

namespace replay {

// `replay trim`: makes a recording of some frames and what they need.
int run_trim(const TrimOptions& options);

}  // namespace replay
