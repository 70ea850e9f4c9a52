// A download in a process of its own: what comes from a server is read there, and an end of the run ends it at once.
#pragma once

#include <stop_token>

#include "replay/download/download.h"

namespace replay {

// Starts `replay fetch` and waits for it. A stop kills it; what has come of the file stays for the next download.
Downloaded fetch(const Wanted& wanted, const DownloadRules& rules, const std::stop_token& stop = {});

// The work of `replay fetch`: takes what is wanted from the channel to its parent, downloads it and answers. Throws
// CannotJudge when nobody asks.
void answer_fetch();

}  // namespace replay
