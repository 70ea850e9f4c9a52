// The HTML page of a run: what it was, a table of all traces, and a part for each that went wrong.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "replay/corpus/result.h"
#include "replay/corpus/run_times.h"
#include "replay/report/page.h"

namespace replay {

// What a report says of a run as a whole.
struct ReportHead {
  std::string title;
  std::vector<std::pair<std::string, std::string>> facts{};  // more than run_facts(): the baseline, for example
  std::optional<RunTimes> times{};                           // of a run, and not of one that others ran
  Embed embed = Embed::kAsFits;
};

// How a page shows a trace that ended so.
ShownAs shown_as(Status status);

// The date, the host, this program, the drivers of the results, and the command line.
std::vector<std::pair<std::string, std::string>> run_facts(const std::vector<Result>& results);

// The pictures of the results are in `folder`, where the page will lie. Those that cannot be read are named.
Page page_of(const std::vector<Result>& results, const ReportHead& head, const std::filesystem::path& folder);

}  // namespace replay
