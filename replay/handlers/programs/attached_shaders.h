// Programs detach their shaders after a link, and query the locations of attributes later. When the answer of this
// driver differs, the replayer links the program again (locations.h) and needs the shaders for that. So they stay
// attached until the location of every attribute is known, or until the recorded program attaches others.
#pragma once

#include "replay/handlers/common.h"

namespace replay::handlers {

// Detaches the shaders that the recorded program has detached.
void detach_as_recorded(Dispatcher& d, ProgramObject& program);
// Does the same when everything is known that a link could change.
void let_go_of_shaders(Dispatcher& d, ProgramObject& program);

// From now on let_go_of_shaders() does nothing, in all of the process: who shows programs to people wants to see
// shaders that the recorded program detached.
void keep_shaders();

}  // namespace replay::handlers
