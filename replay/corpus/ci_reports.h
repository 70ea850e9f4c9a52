// What engines of continuous integration show of a run beside JUnit: parts of the log that can be unfolded, annotations
// and the summary of a job (GitHub Actions), and metrics (GitLab). Nothing is written or printed for other engines.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "replay/corpus/ci_engine.h"
#include "replay/corpus/result.h"

namespace replay {

// The file of metrics, beside the reports.
constexpr const char* kMetricsFile = "metrics.txt";

// Returns the lines by which GitHub Actions annotates a job: errors for what makes the run bad, and warnings for what
// is not known. It shows ten of each kind at most, so the tenth speaks of all that follow.
std::string github_annotations(const std::vector<Result>& results);

// Returns Markdown of at most `room` bytes: what went wrong, and then all traces as far as they fit.
std::string github_summary(const std::vector<Result>& results, const std::string& title, std::size_t room);

// Returns metrics in OpenMetrics' text format, which GitLab compares to those of the target branch.
std::string gitlab_metrics(const std::vector<Result>& results);

// Prints and writes what the engine shows. `folder` is that of the reports. A file that cannot be written is a warning.
void report_to_engine(const CiEngine& engine, const std::vector<Result>& results, const std::string& title,
                      const std::filesystem::path& folder);

}  // namespace replay
