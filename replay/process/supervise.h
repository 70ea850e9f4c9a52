// Supervised replays: a replay in a child process. When the child crashes or hangs, this process turns that into a
// verdict.
#pragma once

#include "replay/base/supervision.h"

namespace replay {

// Returns whether a command has to start a child instead of doing its work itself.
bool needs_child(const Supervision& supervision);

// Runs this program again with the same arguments, standard output and error. Returns the exit code of the child; for a
// crash, what `supervision.crash` says; for a time-out, 125. Logs what happened.
int supervise(const Supervision& supervision);

}  // namespace replay
