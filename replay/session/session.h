// A replay from its options to its exit code, in five phases: prepare, plan, play, collect, report. Each phase has a
// file in this folder.
#pragma once

#include "replay/command_line/options.h"

namespace replay {

// Returns the exit code of the program. Throws CannotJudge when there is nothing to report.
int replay_session(const ReplayOptions& options);

}  // namespace replay
