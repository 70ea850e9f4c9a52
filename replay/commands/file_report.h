// What a command reports about a file that it has read.
#pragma once

#include "loaders/stream/call_source.h"
#include "replay/command_line/options.h"

namespace replay {

// Logs the source's warnings and what stopped the reading. Returns kGood, also for a file that is only cut, and
// kCannotJudge for a damaged one. To be called when the source has reached its end.
ExitCode report_file(const loaders::CallSource& source);

}  // namespace replay
