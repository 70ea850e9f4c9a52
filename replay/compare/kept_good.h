// What the good side took, kept in a file for the next comparison with it: for counts of instructions, which do not
// depend on what else the machine does. `git bisect run` so measures the good side once. A file has an entry for each
// trace and way to replay it.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "replay/compare/measurement.h"

namespace replay {

// What has to be the same: the machine, this program, the recording, the environment and the arguments of the replays.
// The libraries of the driver, which the measurements name, must not have changed either.
nlohmann::json key_of_good(const std::string& trace, const std::string& environment,
                           const std::vector<std::string>& arguments);

// Nothing when there is no such file, or none was kept for this key. Throws CannotJudge for a file that is not
// ours.
std::vector<Measurement> read_kept_good(const std::filesystem::path& file, const nlohmann::json& key);
// Keeps it beside what the file has of other traces. Throws CannotJudge when the file cannot be written or is not ours.
void write_kept_good(const std::filesystem::path& file, const nlohmann::json& key,
                     const std::vector<Measurement>& measured);

}  // namespace replay
