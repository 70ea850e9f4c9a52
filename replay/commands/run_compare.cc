#include "replay/commands/run_compare.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <stop_token>
#include <utility>
#include <variant>

#include "replay/base/cannot_judge.h"
#include "replay/base/folder_lock.h"
#include "replay/base/json_text.h"
#include "replay/base/print_out.h"
#include "replay/base/whole_file.h"
#include "replay/compare/compare_trace.h"
#include "replay/compare/corpus_result.h"
#include "replay/corpus/chosen_traces.h"
#include "replay/corpus/ci_engine.h"
#include "replay/corpus/ci_reports.h"
#include "replay/corpus/downloads.h"
#include "replay/corpus/end_of_run.h"
#include "replay/corpus/lists.h"
#include "replay/corpus/reports.h"
#include "replay/corpus/results_file.h"
#include "replay/corpus/trace_files.h"
#include "replay/corpus/trace_job.h"
#include "replay/process/signals.h"

namespace replay {
namespace {

namespace fs = std::filesystem;

// The manifest's arguments of a trace say how both sides replay it.
void take_arguments(const TraceEntry& entry, CompareOptions& options) {
  std::vector<const char*> words = {"replay", entry.path.c_str()};
  for (const std::string& word : entry.arguments) words.push_back(word.c_str());
  const auto parsed = parse_command_line(static_cast<int>(words.size()), words.data());
  const auto* line = std::get_if<CommandLine>(&parsed);
  const auto* replay = line != nullptr ? std::get_if<ReplayOptions>(&line->command) : nullptr;
  if (replay == nullptr) throw CannotJudge("its arguments are wrong: they are not those of a replay");
  options.allow_lower = options.allow_lower || replay->allow_lower;
  if (replay->size) options.size = replay->size;
}

// CorpusComparison: compares trace by trace, one at a time, because replays at once would disturb each other.
class CorpusComparison {
 public:
  CorpusComparison(const RunOptions& options, const ChosenTraces& chosen)
      : chosen_(chosen),
        compare_(*options.compare),
        launches_(compare_),
        ways_(ways_of(compare_)) {
    if (!options.baseline.empty()) accepted_ = read_ratios(options.baseline);
    if (!options.skips.empty()) skips_ = TestPatterns::read(options.skips);
    // The traces of all shards share the 5 %.
    compare_.comparisons = std::max<std::size_t>(1, chosen.manifest.traces.size());
  }

  // Brings all traces that are missing before the first is compared: nothing is to disturb that.
  void download(const std::stop_token& stop) {
    if (!chosen_.sources.downloads) return;
    std::vector<const TraceEntry*> wanted;
    for (const TraceEntry* entry : chosen_.entries) {
      if (!unfit(*entry, chosen_.device) && !skips_.match(entry->path)) wanted.push_back(entry);
    }
    downloads_.emplace(std::move(wanted), chosen_.sources, stop);
    downloads_->wait();
  }

  CorpusTrace compare(const TraceEntry& entry, const std::stop_token& stop) const {
    CorpusTrace trace{.result = {.test = entry.path, .device = chosen_.device}, .compared = {}};
    const auto begin = std::chrono::steady_clock::now();
    try {
      if (auto skip = unfit(entry, chosen_.device)) {
        trace.result = *std::move(skip);
      } else if (skips_.match(entry.path)) {
        trace.result.reason = "on the list of skips";
      } else {
        judge(entry, stop, trace);
      }
    } catch (const CannotJudge& problem) {
      trace.result.status = Status::kNotJudged;
      trace.result.reason = problem.what();
    }
    trace.result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return trace;
  }

 private:
  void judge(const TraceEntry& entry, const std::stop_token& stop, CorpusTrace& trace) const {
    const TraceFile file = downloads_ ? downloads_->file_of(entry) : TraceFile{find_trace(entry, chosen_.sources)};
    trace.result.download_seconds = file.seconds;
    trace.result.downloaded_bytes = file.bytes;
    if (!file.file) {
      trace.result.status = Status::kMissing;
      trace.result.reason = file.file.error().problem;
      return;
    }
    CompareOptions options = compare_;
    if (entry.timeout) options.rules.timeout = *entry.timeout;
    if (const auto known = accepted_.find(entry.path); known != accepted_.end()) options.accepted = known->second;
    take_arguments(entry, options);
    trace.compared = compare_trace(options, launches_, file.file->string(), ways_, stop);
    trace.result = result_of(*trace.compared, std::move(trace.result));
  }

  const ChosenTraces& chosen_;
  CompareOptions compare_;
  ComparedLaunches launches_;
  std::vector<MeasuringWay> ways_;
  AcceptedRatios accepted_;
  TestPatterns skips_;
  std::optional<Downloads> downloads_;
};

// The results, in the order in which they come.
class ComparedLog {
 public:
  explicit ComparedLog(const fs::path& folder) : file_(folder / "results.ndjson", {}) {}

  void add(CorpusTrace trace) {
    need(file_.add(trace.result));
    results.push_back(trace.result);
    traces.push_back(std::move(trace));
  }
  // Adds the traces that were not compared because the run ended. Returns how many there are.
  std::size_t add_rest(const ChosenTraces& chosen, const std::string& reason) {
    const std::size_t done = traces.size();
    for (std::size_t i = done; i < chosen.entries.size(); ++i) {
      add({.result =
               {.test = chosen.entries[i]->path, .device = chosen.device, .status = Status::kNotRun, .reason = reason},
           .compared = {}});
    }
    return chosen.entries.size() - done;
  }

  std::vector<CorpusTrace> traces;
  std::vector<Result> results;

 private:
  ResultsFile file_;
};

void compare_all(const CorpusComparison& comparison, const ChosenTraces& chosen, const std::stop_token& stop,
                 ComparedLog& log) {
  for (const TraceEntry* entry : chosen.entries) {
    if (stop.stop_requested()) return;
    CorpusTrace trace = comparison.compare(*entry, stop);
    if (stop.stop_requested() && !trace.compared) return;  // its replays were killed
    const Result& result = trace.result;
    print_out("{}/{} {:<8} {} ({:.1f} s): {}\n", log.results.size() + 1, chosen.entries.size(),
              to_string(result.status), result.test, result.seconds, result.reason);
    std::fflush(stdout);
    log.add(std::move(trace));
  }
}

void write_files(const ComparedLog& log, const std::string& title, const fs::path& folder, const CiEngine& engine) {
  nlohmann::json all = nlohmann::json::array();
  for (const CorpusTrace& trace : log.traces) {
    if (trace.compared) all.push_back(to_json(*trace.compared));
  }
  need(write_whole_file(folder / "compare.json", json_text({{"traces", std::move(all)}})));
  need(write_whole_file(folder / "ratios.csv", ratios_text(log.traces)));
  need(write_whole_file(folder / "junit.xml", junit_xml(log.results, title, folder, engine)));
  need(page_of(log.traces, title).write((folder / "report.html").string()));
}

}  // namespace

int run_compared_corpus(const RunOptions& options) {
  const ChosenTraces chosen = choose_traces(options);
  CorpusComparison comparison(options, chosen);
  note_wishes();
  const EndOfRun end(options.time);
  const fs::path folder = options.output;
  need(make_folder(folder));
  const FolderLock lock(folder);
  const CiEngine engine = ci_engine_of_environment();
  ComparedLog log(folder);
  {
    const LogSection section(engine, "traces", fmt::format("{} traces", chosen.entries.size()));
    comparison.download(end.token());
    compare_all(comparison, chosen, end.token(), log);
  }
  const std::string reason = end.reason();
  const std::size_t not_run = log.add_rest(chosen, reason);
  const std::string title = fmt::format("Is one driver slower? {}", options.manifest);
  write_files(log, title, folder, engine);
  // A shard without any trace has succeeded.
  if (chosen.entries.empty()) {
    print_out("no trace for this shard\n");
    return kGood;
  }
  const Totals totals = count(log.results);
  print_out("\n{}\n{}\nreports in {}\n", table_of(log.traces), to_string(totals), folder.string());
  report_to_engine(engine, log.results, title, folder);
  if (not_run == 0) return exit_code(totals);
  spdlog::error("{}: {} traces were not compared", reason, not_run);
  return kCannotJudge;
}

}  // namespace replay
