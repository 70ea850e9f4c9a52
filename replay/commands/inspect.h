// `replay inspect`: a page that shows what each call of a frame does.
#pragma once

#include "replay/command_line/options.h"

namespace replay {

int run_inspect(const InspectOptions& options);

}  // namespace replay
