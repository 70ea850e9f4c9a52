#include "replay/commands/run.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
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
#include "replay/corpus/new_manifest.h"
#include "replay/corpus/reports.h"
#include "replay/corpus/schedule.h"
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

// Whether a trace of which the manifest expects nothing yet has been replayed.
bool shows_what_is_not_expected_yet(const TraceEntry& entry, const Result& result) {
  return result.status == Status::kNotJudged && !result.frames.empty() &&
         std::all_of(entry.frames.begin(), entry.frames.end(), [](const auto& frame) { return frame.is_open(); });
}

// A checksum that is new must come out of two replays.
Result agreed(Result first, Result second) {
  if (outcome_of(first) == outcome_of(second)) return first;
  if (is_bad(second.status)) return joined(std::move(first), std::move(second));
  for (FrameResult& frame : first.frames) frame.actual.clear();
  first.reason += "; another replay ended differently, so it has no checksum";
  return first;
}

Result run_and_retry(const TraceEntry& entry, const JobSettings& settings, const Known& known) {
  if (auto skip = skipped(entry, settings.device)) return *std::move(skip);
  if (known.skips.match(entry.path)) {
    return {.test = entry.path, .device = settings.device, .status = Status::kSkip, .reason = "on the list of skips"};
  }
  Result result = run_trace(entry, settings);
  result.plain = result.status;
  result.status = known.with_baseline(result);
  const bool is_new = shows_what_is_not_expected_yet(entry, result);
  if (!is_bad(result.status) && !is_new) return result;
  Result second = run_trace(entry, settings);
  if (is_new) return agreed(std::move(result), std::move(second));
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

void update(const Manifest& manifest, const std::vector<ChecksumChange>& changes) {
  std::size_t written = 0;
  for (const ChecksumChange& change : changes) {
    if (change.checksum.empty()) continue;
    if (change.frame->place) ++written;
    else
      spdlog::warn("{}: {} is its checksum, but the manifest has no place for it that can be found", change.entry->path,
                   change.checksum);
  }
  if (written == 0) {
    spdlog::info("{}: no checksum to update", manifest.file.string());
    return;
  }
  need(write_whole_file(manifest.file, with_checksums(manifest, changes)));
  spdlog::info("{}: {} checksums updated; review the change before you commit it", manifest.file.string(), written);
}

void run_all(Schedule& schedule, const JobSettings& settings, const Known& known, std::size_t jobs, Log& log) {
  std::mutex mutex;
  std::exception_ptr problem;
  const auto work = [&] {
    try {
      while (const TraceEntry* entry = schedule.take()) {
        Result result = run_and_retry(*entry, settings, known);
        schedule.give_back(*entry);
        log.add(std::move(result));
      }
    } catch (...) {
      const std::lock_guard lock(mutex);
      problem = std::current_exception();
      schedule.stop();
    }
  };
  std::vector<std::jthread> threads;
  for (std::size_t i = 0; i < jobs; ++i) threads.emplace_back(work);
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
  if (!options.init.empty()) {
    need(write_whole_file(options.output, new_manifest(options.init, options.device)));
    return kGood;
  }
  if (options.compare) return run_compared_corpus(options);
  const ChosenTraces chosen = choose_traces(options);
  const std::vector<const TraceEntry*>& entries = chosen.entries;
  const Known known(options);
  const JobSettings settings{.device = chosen.device,
                             .traces = chosen.folder,
                             .cache = options.cache_dir,
                             .output = options.output,
                             .download_url = chosen.manifest.download_url,
                             .timeout = options.timeout,
                             .memory_limit = options.memory_limit,
                             .sandbox = options.sandbox,
                             .require_renderer = options.require_renderer,
                             .require_version = options.require_version,
                             .sha256_kind = options.sha256_kind,
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
  Schedule schedule(entries, chosen.manifest.capacity);
  run_all(schedule, settings, known, std::min<std::size_t>(jobs_of(options, driver), entries.size()), log);
  // A shard without any trace has succeeded.
  if (entries.empty() && !chosen.manifest.traces.empty()) {
    print_out("no trace for this shard\n");
    write_reports({}, title, settings.output);
    return kGood;
  }
  const std::vector<ChecksumChange> changes = checksum_changes(chosen.manifest, log.results());
  need(write_whole_file(settings.output / "checksum-changes.json", to_json(changes, chosen.device).dump(2) + "\n"));
  if (options.update) update(chosen.manifest, changes);
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
