#include "replay/commands/run.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stop_token>
#include <thread>

#include "replay/base/cannot_judge.h"
#include "replay/base/folder_lock.h"
#include "replay/base/print_out.h"
#include "replay/base/renderer.h"
#include "replay/base/whole_file.h"
#include "replay/commands/driver.h"
#include "replay/commands/run_compare.h"
#include "replay/corpus/chosen_traces.h"
#include "replay/corpus/ci_engine.h"
#include "replay/corpus/downloads.h"
#include "replay/corpus/end_of_run.h"
#include "replay/corpus/expected_times.h"
#include "replay/corpus/inputs.h"
#include "replay/corpus/judged_trace.h"
#include "replay/corpus/manifest.h"
#include "replay/corpus/new_manifest.h"
#include "replay/corpus/reports.h"
#include "replay/corpus/run_jobs.h"
#include "replay/corpus/run_log.h"
#include "replay/corpus/run_progress.h"
#include "replay/corpus/run_record.h"
#include "replay/corpus/run_times.h"
#include "replay/corpus/schedule.h"
#include "replay/corpus/trace_files.h"
#include "replay/corpus/trace_job.h"
#include "replay/corpus/unchanged.h"
#include "replay/corpus/update.h"
#include "replay/observe/driver_check.h"
#include "replay/picture/encode.h"
#include "replay/picture/png_reader.h"
#include "replay/process/orphans.h"
#include "replay/process/signals.h"

namespace replay {
namespace {

namespace fs = std::filesystem;

// A manifest names any path: what is there and is no PNG stays.
bool write_picture(const PictureChange& change) {
  std::error_code none;
  if (fs::exists(change.to, none) && !is_png_file(change.to)) {
    spdlog::warn("{}: {} is no PNG file, so it is not replaced", change.entry->path, change.to.string());
    return false;
  }
  need(make_folder(change.to.parent_path()));
  need(write_picture_file(change.to, need(read_png_file(change.from))));
  return true;
}

void update_pictures(const std::vector<PictureChange>& changes) {
  std::size_t written = 0;
  for (const PictureChange& change : changes) {
    if (!change.to.string().ends_with(".png"))
      spdlog::warn("{}: {} is not called .png, so it is not written", change.entry->path, change.to.string());
    else if (write_picture(change)) ++written;
  }
  if (written != 0) spdlog::info("{} pictures written; look at them before you commit them", written);
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

// Checks that there is a driver, and that it is the required one, before 300 traces report the same problem. When the
// driver crashes or hangs already here, the traces are run anyway, and show what that means for each of them.
// Returns what the driver said.
DriverAnswer check_driver(const RunOptions& options, const std::stop_token& stop) {
  DriverAnswer answer = ask_driver({}, options.timeout, stop);
  if (answer.driver) {
    require_driver(*answer.driver, options.require_renderer, options.require_version);
    spdlog::info("the driver is {}, {}", answer.driver->renderer, answer.driver->version);
    return answer;
  }
  if (answer.is_absent) throw CannotJudge(fmt::format("there is no driver to judge: {}", answer.problem));
  const std::string problem = fmt::format("asked which driver this is, it {}", answer.problem);
  if (!options.require_renderer.empty() || !options.require_version.empty()) throw CannotJudge(problem);
  spdlog::warn("{}", problem);
  return answer;
}

// A trace that hangs or resets a GPU spoils what other processes draw with it.
unsigned jobs_of(const RunOptions& options, const std::optional<DriverInfo>& driver) {
  if (options.jobs) return *options.jobs;
  return driver && draws_on_cpu(driver->renderer) ? std::max(1u, std::thread::hardware_concurrency()) : 1;
}

ReportHead head_of(const RunOptions& options, const ChosenTraces& chosen) {
  ReportHead head{.title = fmt::format("{} on {}", fs::path(options.manifest).filename().string(), chosen.device)};
  for (const auto& [name, file] :
       {std::pair("baseline", &options.baseline), {"flakes", &options.flakes}, {"skips", &options.skips}}) {
    if (!file->empty()) head.facts.emplace_back(name, *file);
  }
  if (options.embed) head.embed = Embed::kAll;
  return head;
}

// Null when the driver did not say which it is.
nlohmann::json identity_of(const DriverAnswer& answer) {
  if (!answer.driver) return nullptr;
  return {{"renderer", answer.driver->renderer}, {"version", answer.driver->version}, {"builds", answer.builds}};
}

JobSettings settings_of(const RunOptions& options, const ChosenTraces& chosen, const EndOfRun& end,
                        const nlohmann::json& driver) {
  return {.device = chosen.device,
          .output = options.output,
          .timeout = options.timeout,
          .memory_limit = options.memory_limit,
          .sandbox = options.sandbox,
          .require_renderer = options.require_renderer,
          .require_version = options.require_version,
          .sha256_kind = options.sha256_kind,
          .keep_pictures = options.keep_pictures,
          .inputs = inputs_of_run(driver),
          .stop = end.token()};
}

// What --durations says counts more than the last run into the folder, whose results may be of another driver.
Durations known_durations(const ChosenTraces& chosen, const fs::path& results) {
  Durations durations = chosen.durations;
  if (!fs::exists(results)) return durations;
  try {
    durations.merge(read_durations(results));
  } catch (const CannotJudge& problem) {  // the order of the traces is no reason to fail
    spdlog::debug("{}", problem.what());
  }
  return durations;
}

ExpectedTimes expected_times(const std::vector<const TraceEntry*>& entries, const Durations& durations,
                             const TraceSources& sources) {
  const auto size = [&](const TraceEntry& entry) -> std::uint64_t {
    std::error_code error;
    const auto bytes = fs::file_size(likely_place(entry, sources).value_or(""), error);
    return error ? entry.size.value_or(0) : bytes;
  };
  return ExpectedTimes(entries, durations, size);
}

// What the run before this one has left.
struct Before {
  Durations durations;
  std::optional<EarlierRun> results;  // of --changed-only
};

Before before_run(const RunOptions& options, const ChosenTraces& chosen, const fs::path& results) {
  Before before{.durations = known_durations(chosen, results), .results = std::nullopt};
  if (options.changed_only.empty()) return before;
  if (fs::exists(options.changed_only)) before.results.emplace(options.changed_only);
  else spdlog::warn("{} does not exist, so all traces are replayed", options.changed_only);
  return before;
}

// The traces that are to be run, and so are downloaded when they are missing.
std::vector<const TraceEntry*> wanted_of(const std::vector<const TraceEntry*>& entries, const ChosenTraces& chosen,
                                         const KnownResults& known) {
  std::vector<const TraceEntry*> wanted;
  for (const TraceEntry* entry : entries) {
    if (!is_skipped(*entry, chosen.device, known)) wanted.push_back(entry);
  }
  return wanted;
}

// Runs the traces that have no result yet. With downloads, a trace is run when it has come. What holds since an earlier
// run is taken over only of traces that are there without a download.
RunTimes run_traces(const ChosenTraces& chosen, const JobSettings& settings, const KnownResults& known,
                    std::size_t jobs, Before& before, RunLog& log) {
  const FileOf find = [&](const TraceEntry& entry) { return TraceFile{.file = find_trace(entry, chosen.sources)}; };
  if (before.results) take_over_unchanged(*before.results, log.rest_of(chosen), find, settings, known, jobs, log);
  const std::vector<const TraceEntry*> rest = log.rest_of(chosen);
  const ExpectedTimes expected = expected_times(rest, before.durations, chosen.sources);
  const std::vector<const TraceEntry*> in_order = expected.longest_first(rest);
  RunProgress progress(rest, expected);
  jobs = std::min(jobs, rest.size());
  if (!chosen.sources.downloads) {
    Schedule schedule(in_order, chosen.manifest.capacity);
    return run_jobs(schedule, find, settings, known, jobs, log, progress);
  }
  const std::vector<const TraceEntry*> wanted = wanted_of(in_order, chosen, known);
  Schedule schedule(in_order, chosen.manifest.capacity, {wanted.begin(), wanted.end()});
  const Downloads downloads(wanted, chosen.sources, settings.stop,
                            [&](const TraceEntry& entry) { schedule.arrived(entry); });
  return run_jobs(
      schedule, [&](const TraceEntry& entry) { return downloads.file_of(entry); }, settings, known, jobs, log,
      progress);
}

// Runs the traces that have no result yet, and writes the reports.
int run_rest(const RunOptions& options, const ChosenTraces& chosen, const KnownResults& known, const EndOfRun& end,
             const nlohmann::json& driver, std::size_t jobs, Before before, RunLog& log) {
  ReportHead head = head_of(options, chosen);
  const CiEngine engine = ci_engine_of_environment();
  {
    const LogSection section(engine, "traces", fmt::format("{} traces", log.rest_of(chosen).size()));
    head.times = run_traces(chosen, settings_of(options, chosen, end, driver), known, jobs, before, log);
  }
  const std::string reason = end.reason();
  const std::size_t not_run = log.add_rest(chosen, reason);
  const std::vector<ChecksumChange> changes = checksum_changes(chosen.manifest, log.results());
  const fs::path folder = options.output;
  bool all_written =
      is_written(write_whole_file(folder / "checksum-changes.json", to_json(changes, chosen.device).dump(2) + "\n"));
  if (options.update && not_run == 0) {
    update(chosen.manifest, changes);
    update_pictures(picture_changes(chosen.manifest, log.results(), folder));
  }
  all_written = is_written(write_whole_file(folder / kTimesFile, times_text(*head.times))) && all_written;
  const int code = report(log.results(), head, folder, engine);
  if (before.results) spdlog::info("{}", before.results->summary());
  if (head.times->jobs != 0) spdlog::info("{}", to_string(*head.times));
  if (not_run != 0) spdlog::error("{}: {} traces were not run; --resume goes on with them", reason, not_run);
  return not_run == 0 && log.is_written() && all_written ? code : kCannotJudge;
}

}  // namespace

int run_corpus(const RunOptions& options) {
  if (!options.init.empty()) {
    need(write_whole_file(options.output, new_manifest(options.init, options.device)));
    return kGood;
  }
  if (options.compare) return run_compared_corpus(options);
  const ChosenTraces chosen = choose_traces(options);
  const KnownResults known(options);
  note_wishes();
  adopt_orphans();
  const EndOfRun end(options.time);
  const fs::path folder = options.output, results = folder / "results.ndjson";
  need(make_folder(folder));
  const FolderLock lock(folder);
  Before before = before_run(options, chosen, results);
  if (!options.resume) {
    remove_earlier_run(folder);
    need(write_whole_file(results, ""));
  }
  // A shard without any trace has succeeded.
  if (chosen.entries.empty() && !chosen.manifest.traces.empty()) {
    print_out("no trace for this shard\n");
    const bool all_written = write_reports({}, head_of(options, chosen), folder, ci_engine_of_environment());
    return all_written ? kGood : kCannotJudge;
  }
  DriverAnswer driver;
  if (!chosen.entries.empty()) {
    try {
      driver = check_driver(options, end.token());
    } catch (const CannotJudge& problem) {
      if (options.resume) throw;  // the earlier results stay as they are
      spdlog::error("{}; no trace was run", problem.what());
      std::vector<Result> none;
      return report(none, head_of(options, chosen), folder, ci_engine_of_environment());
    }
  }
  const nlohmann::json identity = identity_of(driver), record = record_of_run(options, chosen, identity);
  std::vector<Result> earlier = options.resume ? earlier_results(record, folder) : std::vector<Result>{};
  if (options.resume) spdlog::info("{} of {} traces have a result already", earlier.size(), chosen.entries.size());
  write_record(record, folder);
  RunLog log(results, std::move(earlier), chosen.entries.size());
  return run_rest(options, chosen, known, end, identity, jobs_of(options, driver.driver), std::move(before), log);
}

}  // namespace replay
