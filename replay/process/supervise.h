// Supervised replays: a replay in a child process, whose crash or hang is a verdict of ours and not our end.
#pragma once

#include "replay/base/supervision.h"

namespace replay {

// Whether a command that was started so has to start a child, instead of doing its work.
bool needs_child(const Supervision& supervision);

// Runs this program again with the same arguments, standard output and error shared. Returns the exit code: the child's own; for
// a crash what `supervision.crash` says; for a time-out 125. Logs what happened.
int supervise(const Supervision& supervision);

}  // namespace replay
