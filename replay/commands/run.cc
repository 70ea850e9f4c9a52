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
#include "replay/corpus/chosen_traces.h"
#include "replay/corpus/judged_trace.h"
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

void run_all(Schedule& schedule, const JobSettings& settings, const KnownResults& known, std::size_t jobs, Log& log) {
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

}  // namespace

int run_corpus(const RunOptions& options) {
  if (!options.init.empty()) {
    need(write_whole_file(options.output, new_manifest(options.init, options.device)));
    return kGood;
  }
  if (options.compare) return run_compared_corpus(options);
  const ChosenTraces chosen = choose_traces(options);
  const std::vector<const TraceEntry*>& entries = chosen.entries;
  const KnownResults known(options);
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
      return report(log.results(), title, settings.output);
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
  return report(log.results(), title, settings.output);
}

}  // namespace replay
