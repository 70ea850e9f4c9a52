// The file run.json in the folder of the results says which run the results come from. A run that goes on where another
// ended (--resume) compares itself with it, and a new run in the folder removes what the last one left.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

#include "replay/command_line/verdict_options.h"
#include "replay/corpus/chosen_traces.h"
#include "replay/corpus/result.h"

namespace replay {

// What decides the results of a run: the manifest, the device, the driver, the part of the traces, the lists of known
// results. `driver` is an object that tells drivers apart, or null when the driver did not say which it is.
nlohmann::json record_of_run(const RunOptions& options, const ChosenTraces& chosen, const nlohmann::json& driver);

// Throws CannotJudge when the file cannot be written.
void write_record(const nlohmann::json& record, const std::filesystem::path& folder);

// The results that an earlier run left in the folder, without those of traces that were not run. Empty when there was
// no run. Throws CannotJudge, which says what differs, when they are not results of the run that `record` describes.
std::vector<Result> earlier_results(const nlohmann::json& record, const std::filesystem::path& folder);

// Removes the reports, results and pictures of an earlier run. Other files stay. Throws CannotJudge when a file cannot
// be removed.
void remove_earlier_run(const std::filesystem::path& folder);

}  // namespace replay
