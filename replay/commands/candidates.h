// `replay candidates`: a driver on which a search for a smaller recording replays its candidates. `replay shrink`
// starts it. It is not meant for people, and not in --help.
#pragma once

#include "replay/command_line/options.h"

namespace replay {

int run_candidates(const CandidatesOptions& options);

}  // namespace replay
