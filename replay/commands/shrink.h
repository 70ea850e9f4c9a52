// `replay shrink`: makes the smallest recording that still shows a fault.
#pragma once

#include "replay/command_line/options.h"

namespace replay {

int run_shrink(const ShrinkOptions& options);

}  // namespace replay
