// What a command says of the file when it has read it.
#pragma once

#include "loaders/stream/call_source.h"
#include "replay/command_line/options.h"

namespace replay {

// Logs the source's warnings and what stopped the reading. kGood, also for a file that is only cut; kCannotJudge for one that is
// damaged. To be called when the source has reached its end.
ExitCode report_file(const loaders::CallSource& source);

}  // namespace replay
