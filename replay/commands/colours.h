// Whether what is printed has colours.
#pragma once

#include "replay/command_line/options.h"

namespace replay {

// With kAuto: when standard output is a terminal that has colours, and NO_COLOR is not set (https://no-color.org).
bool wants_colours(ColourChoice choice);

}  // namespace replay
