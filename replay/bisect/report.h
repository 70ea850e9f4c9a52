// The report of a bisection for people and scripts: text, JSON, pictures, states and one HTML page.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "loaders/base/result.h"
#include "replay/bisect/recorded_calls.h"
#include "replay/bisect/search.h"

namespace replay {

struct BisectReport {
  std::string trace;
  std::string good, bad;  // the environments as the user gave them
  std::string tolerance;
  SearchResult result;
  RecordedCalls calls;        // what the file says about result.first
  RecordedCalls color_calls;  // what the file says about result.first_color
};

std::string to_text(const BisectReport& report);
nlohmann::json to_json(const BisectReport& report);

// Writes bisect.json and report.html into `folder`, which is created if it is missing. When there is a difference, it
// also writes good_NAME.png, bad_NAME.png and difference_NAME.png for each image that differs, and state_good.json,
// state_bad.json and state.diff.
loaders::Status write_report(const BisectReport& report, const std::filesystem::path& folder);

}  // namespace replay
