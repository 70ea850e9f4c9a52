// `replay inspect --good ENV --bad ENV`: a page with two drivers side by side.
#pragma once

#include "replay/command_line/options.h"

namespace replay {

int run_inspect_sides(const InspectOptions& options);

}  // namespace replay
