// `replay info TRACE`: what is in the file, and what it needs from the driver.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "replay/session/trace_facts.h"
#include "replay/command_line/options.h"

namespace replay {

// What `replay info --json` prints of a source that was read to its end.
nlohmann::json info_json(const loaders::CallSource& source, const TraceFacts& facts);

// The exit code of the program. What escapes as an exception is a 125 in main().
int run_info(const InfoOptions& options);

}  // namespace replay
