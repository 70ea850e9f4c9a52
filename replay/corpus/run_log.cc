#include "replay/corpus/run_log.h"

#include <spdlog/spdlog.h>

#include <cstdio>
#include <utility>

#include "replay/base/print_out.h"

namespace replay {

RunLog::RunLog(const std::filesystem::path& file, std::vector<Result> earlier, std::size_t total)
    : file_(file, earlier),
      total_(total),
      results_(std::move(earlier)) {}

void RunLog::add(Result result) {
  const std::lock_guard lock(mutex_);
  write(result);
  const std::string reason = result.reason.empty() ? "" : ": " + result.reason;
  print_out("{:>{}}/{} {:<8} {} ({:.1f} s){}\n", results_.size() + 1, std::to_string(total_).size(), total_,
            to_string(result.status), result.test, result.seconds, reason);
  std::fflush(stdout);
  results_.push_back(std::move(result));
}

std::size_t RunLog::add_rest(const ChosenTraces& chosen, const std::string& reason) {
  const std::vector<const TraceEntry*> rest = rest_of(chosen);
  for (const TraceEntry* entry : rest) {
    Result result{.test = entry->path, .device = chosen.device, .status = Status::kNotRun, .reason = reason};
    write(result);
    results_.push_back(std::move(result));
  }
  return rest.size();
}

std::vector<const TraceEntry*> RunLog::rest_of(const ChosenTraces& chosen) const {
  const std::set<std::string> done = tests();
  std::vector<const TraceEntry*> rest;
  for (const TraceEntry* entry : chosen.entries) {
    if (!done.contains(entry->path)) rest.push_back(entry);
  }
  return rest;
}

std::set<std::string> RunLog::tests() const {
  std::set<std::string> names;
  for (const Result& result : results_) names.insert(result.test);
  return names;
}

// The traces go on when a line cannot be written: the reports may have room in the end.
void RunLog::write(const Result& result) {
  loaders::Status now = file_.add(result);
  if (!now && written_) spdlog::error("{}", now.error().problem);
  written_ = std::move(now);
}

}  // namespace replay
