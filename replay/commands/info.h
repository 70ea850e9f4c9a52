// `replay info TRACE`: prints what is in the file, and what it needs from the driver.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "replay/command_line/options.h"
#include "replay/session/trace_facts.h"

namespace replay {

// Returns what `replay info --json` prints for a source that was read to its end.
nlohmann::json info_json(const loaders::CallSource& source, const TraceFacts& facts);

// Returns the exit code of the program. main() turns an exception into 125.
int run_info(const InfoOptions& options);

}  // namespace replay
