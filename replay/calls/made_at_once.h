// Calls that GL makes at once while a display list is compiled, and keeps out of the list (section "Commands Not Usable
// in Display Lists" of the GL specification).
#pragma once

#include "glbindings/function_id.h"

namespace replay {

bool is_made_at_once_in_lists(glbindings::FunctionId function);

}  // namespace replay
