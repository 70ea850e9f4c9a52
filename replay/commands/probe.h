// `replay probe TRACE`: one of the two replays of `replay bisect`, which starts it and talks to it (process/wire.h). It
// is not meant for people, and not in --help.
#pragma once

#include "replay/command_line/options.h"

namespace replay {

int run_probe(const ProbeOptions& options);

}  // namespace replay
