// What commands that write a recording leave when a signal ends them.
#pragma once

#include <string>

#include "replay/process/signals.h"

namespace replay {

// A last will that removes what was not finished of the file `output`.
LastWill removes_unfinished(const std::string& output);

}  // namespace replay
