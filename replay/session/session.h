// A replay from its options to its exit code, in five phases: prepare, plan, play, collect, report. Each has a file here.
#pragma once

#include "replay/command_line/options.h"

namespace replay {

// The exit code of the program. Throws CannotJudge where nothing can be reported.
int replay_session(const ReplayOptions& options);

}  // namespace replay
