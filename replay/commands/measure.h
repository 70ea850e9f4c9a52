// `replay measure`: one replay of `replay compare`, which starts it. It is not meant for people, and not in --help.
#pragma once

#include "replay/command_line/options.h"

namespace replay {

int run_measure(const MeasureOptions& options);

}  // namespace replay
