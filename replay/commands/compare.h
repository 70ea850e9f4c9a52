// `replay compare`: is one driver slower than the other?
#pragma once

#include "replay/command_line/options.h"

namespace replay {

int run_compare(const CompareOptions& options);

}  // namespace replay
