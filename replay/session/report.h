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

// Returns the folders and files that the replay writes. Makes the folders that the options name, because that is not
// possible in the sandbox.
std::vector<std::filesystem::path> places_of_results(const ReplayOptions& options);

// Adds a problem for each picture that was asked for by its number and does not exist: it cannot be judged. Sets with
// an open end ("10-") ask only for the pictures that exist.
void name_missing_pictures(const ReplayOptions& options, Summary& summary);

// Reports a replay that was not interrupted, and returns the exit code of the program. `played` says why the replay
// could not go on, if it could not.
int finish(const ReplayOptions& options, Summary& summary, const loaders::Status& played);

// Does the same for a replay that was interrupted.
int finish_interrupted(const ReplayOptions& options, Summary& summary, Ending ending);

}  // namespace replay
