// Programs detach their shaders once they are linked, and ask for the locations of attributes later. An answer that
// differs here makes the replayer link the program again (locations.h), and for that it needs the shaders: they stay
// attached until every attribute's location is known, or until the recorded program attaches others.
#pragma once

#include "replay/handlers/common.h"

namespace replay::handlers {

// Detaches what the recorded program has detached.
void detach_as_recorded(Dispatcher& d, ProgramObject& program);
// The same, once all is known that a link could change.
void let_go_of_shaders(Dispatcher& d, ProgramObject& program);

}  // namespace replay::handlers
