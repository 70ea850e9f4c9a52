// Which results of an earlier run still hold, because nothing that decides them has changed (run --changed-only).
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "replay/corpus/inputs.h"
#include "replay/corpus/judged_trace.h"
#include "replay/corpus/result.h"
#include "replay/corpus/run_log.h"
#include "replay/corpus/trace_job.h"

namespace replay {

class EarlierRun {
 public:
  // Reads a file of results. Throws CannotJudge when it is none.
  explicit EarlierRun(std::string file);

  // Returns the result of a trace, as Unchanged, when it holds: it was Pass, or ExpectedFail because of pictures that
  // differ, with the same outcome for the same inputs, and what is known of the trace (the baseline, the list of
  // flakes) says the same as then. Otherwise nothing, and the reason is counted. Not safe from several threads.
  std::optional<Result> take_over(const std::string& device, const std::string& test, const TraceInputs& inputs,
                                  const KnownResults& known);

  // "12 of 300 traces are unchanged since old/results.ndjson; the driver has changed for 288"
  std::string summary() const;

 private:
  std::string why_not(const Result* earlier, const TraceInputs& inputs, const KnownResults& known) const;

  std::string file_;
  std::map<std::pair<std::string, std::string>, Result> results_;  // by device and test
  std::size_t asked_ = 0, taken_ = 0;
  std::map<std::string, std::size_t> reasons_;
};

// Adds the results that still hold to the log. The files of all traces are read for it, by `jobs` threads. Traces that
// are not to be run get no result here.
void take_over_unchanged(EarlierRun& earlier, const std::vector<const TraceEntry*>& entries, const FileOf& file_of,
                         const JobSettings& settings, const KnownResults& known, std::size_t jobs, RunLog& log);

}  // namespace replay
