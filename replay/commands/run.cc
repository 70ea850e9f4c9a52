#include "replay/commands/run.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

#include "replay/base/cannot_judge.h"
#include "replay/base/print_out.h"
#include "replay/base/renderer.h"
#include "replay/base/whole_file.h"
#include "replay/commands/driver.h"
#include "replay/commands/run_compare.h"
#include "replay/corpus/agreement.h"
#include "replay/corpus/chosen_traces.h"
#include "replay/corpus/lists.h"
#include "replay/corpus/manifest.h"
#include "replay/corpus/reports.h"
#include "replay/corpus/trace_job.h"
#include "replay/corpus/update.h"
#include "replay/observe/driver_check.h"

namespace replay {
namespace {

namespace fs = std::filesystem;

// Known: what is known before the run about how tests end.
struct Known {
  Baseline baseline;
  TestPatterns flakes, skips;

  explicit Known(const RunOptions& options) {
    if (!options.baseline.empty()) baseline = read_baseline(options.baseline);
    if (!options.flakes.empty()) flakes = TestPatterns::read(options.flakes);
    if (!options.skips.empty()) skips = TestPatterns::read(options.skips);
  }

  // Does what deqp-runner does: a known failure is expected, and a different result is an improvement that the baseline
  // should have.
  Status with_baseline(const Result& result) const {
    const auto known = baseline.find(result.test);
    const Status status = result.status;
    const bool unknown = status == Status::kSkip || status == Status::kMissing || status == Status::kNotJudged;
    if (known == baseline.end() || unknown) return status;
    const std::string expected = known->second == "ExpectedFail" ? "Fail" : known->second;
    if (expected == to_string(status)) return status == Status::kPass ? status : Status::kExpectedFail;
    if (expected == "Pass" || expected == "Flake" || expected == "Skip") return status;
    if (status == Status::kPass || (status == Status::kFail && expected != "Fail"))
      return Status::kUnexpectedImprovement;
    return status;
  }
};

// Log: the results, in the order in which they come.
class Log {
 public:
  Log(const fs::path& file, std::size_t total) : file_(file), out_(file, std::ios::trunc), total_(total) {
    if (!out_) throw CannotJudge(fmt::format("{}: cannot be written", file.string()));
  }

  void add(Result result) {
    const std::lock_guard lock(mutex_);
    out_ << to_json(result).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << '\n' << std::flush;
    if (!out_) throw CannotJudge(fmt::format("{}: cannot be written", file_.string()));
    const std::string reason = result.reason.empty() ? "" : ": " + result.reason;
    print_out("{:>{}}/{} {:<8} {} ({:.1f} s){}\n", results_.size() + 1, std::to_string(total_).size(), total_,
              to_string(result.status), result.test, result.seconds, reason);
    std::fflush(stdout);
    results_.push_back(std::move(result));
  }

  std::vector<Result>& results() { return results_; }

 private:
  fs::path file_;
  std::ofstream out_;
  std::size_t total_;
  std::mutex mutex_;
  std::vector<Result> results_;
};

Result run_and_retry(const TraceEntry& entry, const JobSettings& settings, const Known& known) {
  if (auto skip = skipped(entry, settings.device)) return *std::move(skip);
  if (known.skips.match(entry.path)) {
    return {.test = entry.path, .device = settings.device, .status = Status::kSkip, .reason = "on the list of skips"};
  }
  Result result = run_trace(entry, settings);
  result.plain = result.status;
  result.status = known.with_baseline(result);
  if (!is_bad(result.status)) return result;
  Result second = run_trace(entry, settings);
  second.plain = second.status;
  second.status = known.with_baseline(second);
  result = joined(std::move(result), std::move(second));
  if (is_bad(result.status) && known.flakes.match(entry.path)) {
    result.status = Status::kFlake;
    result.hashes.clear();  // they mean that this run has shown a flake
    result.reason = "on the list of flakes: " + result.reason;
  }
  return result;
}

// Updates only tests that fail in the same way in two runs. A crash and a flake have no checksum, and neither has a
// picture that differs in each run.
void update(const Manifest& manifest, const std::vector<Result>& results) {
  std::vector<NewChecksum> changes;
  for (const Result& result : results) {
    const auto entry = std::find_if(manifest.traces.begin(), manifest.traces.end(),
                                    [&](const TraceEntry& trace) { return trace.path == result.test; });
    if (entry == manifest.traces.end() || result.status != Status::kFail || !result.hashes.empty()) continue;
    for (std::size_t i = 0; i < result.frames.size() && i < entry->frames.size(); ++i) {
      const FrameResult& frame = result.frames[i];
      if (frame.good || frame.actual.empty() || entry->frames[i].md5s.empty()) continue;
      changes.push_back({&entry->frames[i], frame.actual});
    }
  }
  if (changes.empty()) {
    spdlog::info("{}: no checksum to update", manifest.file.string());
    return;
  }
  const std::string text = with_checksums(manifest, changes);
  need(write_whole_file(manifest.file, text));
  spdlog::info("{}: {} checksums updated; review the change before you commit it", manifest.file.string(),
               changes.size());
}

void run_all(const std::vector<const TraceEntry*>& entries, const JobSettings& settings, const Known& known,
             unsigned jobs, Log& log) {
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::exception_ptr problem;
  const auto work = [&] {
    try {
      for (std::size_t i = next++; i < entries.size(); i = next++) log.add(run_and_retry(*entries[i], settings, known));
    } catch (...) {
      const std::lock_guard lock(mutex);
      problem = std::current_exception();
      next = entries.size();
    }
  };
  std::vector<std::jthread> threads;
  for (unsigned i = 0; i < std::min<std::size_t>(jobs, entries.size()); ++i) threads.emplace_back(work);
  threads.clear();
  if (problem) std::rethrow_exception(problem);
}

// Checks that there is a driver, and that it is the required one, before 300 traces report the same problem. When the
// driver crashes or hangs already here, the traces are run anyway, and show what that means for each of them.
// Returns the driver, if it said which it is.
std::optional<DriverInfo> check_driver(const RunOptions& options) {
  const DriverAnswer answer = ask_driver({}, options.timeout);
  if (answer.driver) {
    require_driver(*answer.driver, options.require_renderer, options.require_version);
    spdlog::info("the driver is {}, {}", answer.driver->renderer, answer.driver->version);
    return answer.driver;
  }
  if (answer.is_absent) throw CannotJudge(fmt::format("there is no driver to judge: {}", answer.problem));
  const std::string problem = fmt::format("asked which driver this is, it {}", answer.problem);
  if (!options.require_renderer.empty() || !options.require_version.empty()) throw CannotJudge(problem);
  spdlog::warn("{}", problem);
  return std::nullopt;
}

// A trace that hangs or resets a GPU spoils what other processes draw with it.
unsigned jobs_of(const RunOptions& options, const std::optional<DriverInfo>& driver) {
  if (options.jobs) return *options.jobs;
  return driver && draws_on_cpu(driver->renderer) ? std::max(1u, std::thread::hardware_concurrency()) : 1;
}

int finish(std::vector<Result>& results, const std::string& title, const fs::path& folder) {
  std::sort(results.begin(), results.end(), [](const Result& a, const Result& b) { return a.test < b.test; });
  write_reports(results, title, folder);
  const Totals totals = count(results);
  print_out("{}\nreports in {}\n", to_string(totals), folder.string());
  return exit_code(totals);
}

}  // namespace

int run_corpus(const RunOptions& options) {
  if (options.compare) return run_compared_corpus(options);
  const ChosenTraces chosen = choose_traces(options);
  const std::vector<const TraceEntry*>& entries = chosen.entries;
  const Known known(options);
  const JobSettings settings{.device = chosen.device,
                             .traces = chosen.folder,
                             .output = options.output,
                             .download_url = chosen.manifest.download_url,
                             .timeout = options.timeout,
                             .memory_limit = options.memory_limit,
                             .sandbox = options.sandbox,
                             .require_renderer = options.require_renderer,
                             .require_version = options.require_version,
                             .keep_pictures = options.keep_pictures};
  need(make_folder(settings.output));
  Log log(settings.output / "results.ndjson", entries.size());
  const std::string title = fmt::format("{} on {}", fs::path(options.manifest).filename().string(), chosen.device);
  std::optional<DriverInfo> driver;
  if (!entries.empty()) {
    try {
      driver = check_driver(options);
    } catch (const CannotJudge& problem) {
      spdlog::error("{}; no trace was run", problem.what());
      return finish(log.results(), title, settings.output);
    }
  }
  run_all(entries, settings, known, jobs_of(options, driver), log);
  // A shard without any trace has succeeded.
  if (entries.empty() && !chosen.manifest.traces.empty()) {
    print_out("no trace for this shard\n");
    write_reports({}, title, settings.output);
    return kGood;
  }
  if (options.update) update(chosen.manifest, log.results());
  return finish(log.results(), title, settings.output);
}

int run_merge(const MergeOptions& options) {
  std::map<std::pair<std::string, std::string>, Result> merged;  // the results, by device and test
  const fs::path folder = options.output;
  for (const std::string& file : options.files) {
    const fs::path from = fs::absolute(file).parent_path();
    for (Result& result : read_results(file)) {
      for (FrameResult& frame : result.frames) {
        for (std::string* picture : {&frame.actual_picture, &frame.expected_picture}) {
          if (!picture->empty()) *picture = (from / *picture).lexically_relative(fs::absolute(folder)).string();
        }
      }
      const auto [known, is_new] = merged.try_emplace({result.device, result.test}, result);
      if (!is_new) known->second = joined(std::move(known->second), std::move(result));
    }
  }
  need(make_folder(folder));
  std::vector<Result> results;
  std::string lines;
  for (auto& [key, result] : merged) {
    lines += to_json(result).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
    results.push_back(std::move(result));
  }
  need(write_whole_file(folder / "results.ndjson", lines));
  return finish(results, fmt::format("{} files merged", options.files.size()), folder);
}

}  // namespace replay
