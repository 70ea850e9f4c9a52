// The command `replay export-c`.
#pragma once

#include "replay/command_line/options.h"

namespace replay {

// Returns the exit code. Throws CannotJudge.
int run_export_c(const ExportOptions& options);

}  // namespace replay
