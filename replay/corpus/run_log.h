// RunLog: the results of a run, in the order in which they come. Each is printed, and written into results.ndjson, as
// soon as its trace has ended.
#pragma once

#include <cstddef>
#include <filesystem>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "loaders/base/result.h"
#include "replay/corpus/chosen_traces.h"
#include "replay/corpus/result.h"
#include "replay/corpus/results_file.h"

namespace replay {

class RunLog {
 public:
  // `earlier` are the results that a run begins with, and `total` counts all traces of the run. Throws CannotJudge when
  // the file cannot be written.
  RunLog(const std::filesystem::path& file, std::vector<Result> earlier, std::size_t total);

  void add(Result result);  // safe to call from several threads

  // Adds the traces that were not run because the run ended. Returns how many there are.
  std::size_t add_rest(const ChosenTraces& chosen, const std::string& reason);

  // The traces that have no result yet.
  std::vector<const TraceEntry*> rest_of(const ChosenTraces& chosen) const;

  std::vector<Result>& results() { return results_; }
  bool is_written() const { return static_cast<bool>(written_); }

 private:
  std::set<std::string> tests() const;
  void write(const Result& result);

  ResultsFile file_;
  std::size_t total_;
  std::mutex mutex_;
  std::vector<Result> results_;
  loaders::Status written_;  // the last line, and all before it
};

}  // namespace replay
