// The last phase of a replay: its exit code, messages, summary and files.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <vector>

#include "loaders/base/result.h"
#include "replay/command_line/options.h"
#include "replay/process/signals.h"
#include "replay/session/summary.h"

namespace replay {

// Folders and files that it writes. Folders that the options name are made: in the sandbox that is not possible any
// more.
std::vector<std::filesystem::path> places_of_results(const ReplayOptions& options);

// A picture that was asked for by its number and is not there cannot be judged. Open ends ("10-") ask for what there
// is.
void name_missing_pictures(const ReplayOptions& options, Summary& summary);

// Throws CannotJudge when there is no state to write, or when it cannot be written.
void write_state(const ReplayOptions& options, const std::optional<nlohmann::json>& state);

// Reports a replay that was not interrupted, and returns the exit code of the program. `played` says why the replay could not go on,
// if it could not.
int finish(const ReplayOptions& options, Summary& summary, const loaders::Status& played);

// Does the same for a replay that was interrupted.
int finish_interrupted(const ReplayOptions& options, Summary& summary, Ending ending);

}  // namespace replay
