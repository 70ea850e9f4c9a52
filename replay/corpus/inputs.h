// TraceInputs: what decides the result of a trace, so that a result can be known to be that of the same thing.
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "replay/corpus/manifest.h"

namespace replay {

// Digests by the names of the parts: "driver", "environment", "expected", "machine", "options", "program" and "trace".
// Empty: not all of them are known.
using TraceInputs = std::map<std::string, std::string>;

// Those that all traces of a run have in common: this program, the machine, the variables and configuration files that
// steer drivers, and the driver. `driver` has its "renderer" and "version", and "builds" of its libraries; without it,
// or when the build of a library is not known, nothing is known.
TraceInputs inputs_of_run(const nlohmann::json& driver);

// Adds those of one trace: the bytes of its file and of the pictures that it is compared to, what the manifest expects,
// and the words that say how it is replayed and judged.
TraceInputs inputs_of_trace(TraceInputs run, const TraceEntry& entry, const std::filesystem::path& file,
                            const std::vector<std::string>& options);

// Returns the names of the parts that differ; all parts when one of them is empty.
std::vector<std::string> differing_inputs(const TraceInputs& a, const TraceInputs& b);

}  // namespace replay
