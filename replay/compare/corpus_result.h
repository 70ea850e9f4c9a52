// What the comparison of two drivers by many traces found: by trace, and for all of them together.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "replay/compare/report.h"
#include "replay/corpus/result.h"
#include "replay/report/page.h"

namespace replay {

struct CorpusTrace {
  Result result;                          // Pass: not slower; Fail: slower
  std::optional<ComparedTrace> compared;  // nothing when the trace was not compared
};

// For each judged measure, the geometric mean of the ratios of all traces that have it, with an interval.
struct CorpusMean {
  Measure measure = Measure::kWall;
  RatioInterval interval;
  std::size_t traces = 0;
};
std::vector<CorpusMean> means_of(const std::vector<CorpusTrace>& traces);

// Fills in how a comparison ended: the status and a sentence.
Result result_of(const ComparedTrace& compared, Result result);

// A line for each trace and one for the geometric means.
std::string table_of(const std::vector<CorpusTrace>& traces);
Page page_of(const std::vector<CorpusTrace>& traces, const std::string& title);

// The ratios of a run in a file, "measure,ratio,low,high,trace" a line, which the next run takes as its baseline.
std::string ratios_text(const std::vector<CorpusTrace>& traces);
using AcceptedRatios = std::map<std::string, std::map<Measure, double>>;  // by trace
// Throws CannotJudge, which names the file and the line.
AcceptedRatios read_ratios(const std::filesystem::path& file);

}  // namespace replay
