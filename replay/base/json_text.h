// How JSON leaves the program, and how JSON that the program wrote is known when it comes back. docs/output.md
// describes what is in it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "loaders/base/result.h"

namespace replay {

// Returns the object as text with a line break at its end: indented, or as one line of NDJSON. Both add "schema", and
// replace bytes that are not UTF-8, which names from traces and messages of drivers may have.
std::string json_text(nlohmann::json object);
std::string json_line(nlohmann::json object);

// Returns an error when `object`, which was read from a file, has another schema than ours. An object without "schema"
// was written before there was one, which is the same as the first.
loaders::Status check_schema(const nlohmann::json& object);

}  // namespace replay
