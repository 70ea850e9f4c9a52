// Supervised replays: a replay in a child process, whose crash or hang is a verdict of ours and not our end.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "replay/options.h"

namespace replay {

// Runs this program again with the same `words` (arguments, without its name), standard output and error shared. Returns the
// exit code: the child's own; for a crash what `crash` says; for a time-out 125. Logs what happened.
int supervise(const std::vector<std::string>& words, std::optional<double> timeout, CrashVerdict crash);

}  // namespace replay
