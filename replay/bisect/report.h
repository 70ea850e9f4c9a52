// What a bisection found, written for people and scripts: text, JSON, pictures, states, one HTML page.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "replay/bisect/recorded_calls.h"
#include "replay/bisect/search.h"

namespace replay {

struct BisectReport {
  std::string trace;
  std::string good, bad;  // as given
  std::string tolerance;
  SearchResult result;
  RecordedCalls calls;        // of result.first
  RecordedCalls color_calls;  // of result.first_color
};

std::string to_text(const BisectReport& report);
nlohmann::json to_json(const BisectReport& report);

// Into `folder`, made if missing: bisect.json, report.html and, when there is a difference, good_NAME.png, bad_NAME.png and
// difference_NAME.png of each image that differs, state_good.json, state_bad.json, state.diff. Throws std::runtime_error.
void write_report(const BisectReport& report, const std::filesystem::path& folder);

}  // namespace replay
