#include "replay/commands/run_compare.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <variant>

#include "replay/base/cannot_judge.h"
#include "replay/base/print_out.h"
#include "replay/base/whole_file.h"
#include "replay/compare/compare_trace.h"
#include "replay/compare/corpus_result.h"
#include "replay/corpus/chosen_traces.h"
#include "replay/corpus/lists.h"
#include "replay/corpus/reports.h"
#include "replay/corpus/trace_job.h"

namespace replay {
namespace {

namespace fs = std::filesystem;

std::string text_of(const nlohmann::json& json, int indent) {
  return json.dump(indent, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

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

  CorpusTrace compare(const TraceEntry& entry) const {
    CorpusTrace trace{.result = {.test = entry.path, .device = chosen_.device}, .compared = {}};
    const auto begin = std::chrono::steady_clock::now();
    try {
      if (auto skip = unfit(entry, chosen_.device)) {
        trace.result = *std::move(skip);
      } else if (skips_.match(entry.path)) {
        trace.result.reason = "on the list of skips";
      } else {
        judge(entry, trace);
      }
    } catch (const CannotJudge& problem) {
      trace.result.status = Status::kNotJudged;
      trace.result.reason = problem.what();
    }
    trace.result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return trace;
  }

 private:
  void judge(const TraceEntry& entry, CorpusTrace& trace) const {
    const fs::path file = chosen_.folder / entry.path;
    if (const auto whole = is_as_described(entry, file); !whole) {
      trace.result.status = Status::kMissing;
      trace.result.reason = whole.error().problem;
      return;
    }
    CompareOptions options = compare_;
    if (entry.timeout) options.rules.timeout = *entry.timeout;
    if (const auto known = accepted_.find(entry.path); known != accepted_.end()) options.accepted = known->second;
    take_arguments(entry, options);
    trace.compared = compare_trace(options, launches_, file.string(), ways_);
    trace.result = result_of(*trace.compared, std::move(trace.result));
  }

  const ChosenTraces& chosen_;
  CompareOptions compare_;
  ComparedLaunches launches_;
  std::vector<MeasuringWay> ways_;
  AcceptedRatios accepted_;
  TestPatterns skips_;
};

void write_files(const std::vector<CorpusTrace>& traces, const std::vector<Result>& results, const std::string& title,
                 const fs::path& folder) {
  nlohmann::json all = nlohmann::json::array();
  for (const CorpusTrace& trace : traces) {
    if (trace.compared) all.push_back(to_json(*trace.compared));
  }
  need(write_whole_file(folder / "compare.json", text_of(all, 1)));
  need(write_whole_file(folder / "ratios.csv", ratios_text(traces)));
  need(write_whole_file(folder / "junit.xml", junit_xml(results, title)));
  need(page_of(traces, title).write((folder / "report.html").string()));
}

}  // namespace

int run_compared_corpus(const RunOptions& options) {
  const ChosenTraces chosen = choose_traces(options);
  const CorpusComparison comparison(options, chosen);
  const fs::path folder = options.output;
  need(make_folder(folder));
  std::ofstream lines(folder / "results.ndjson", std::ios::trunc);
  std::vector<CorpusTrace> traces;
  std::vector<Result> results;
  for (const TraceEntry* entry : chosen.entries) {
    traces.push_back(comparison.compare(*entry));
    if (asked_to_end() != 0) return kCannotJudge;
    results.push_back(traces.back().result);
    const Result& result = results.back();
    lines << text_of(to_json(result), -1) << std::flush;
    if (!lines) throw CannotJudge(fmt::format("{}: cannot be written", (folder / "results.ndjson").string()));
    print_out("{}/{} {:<8} {} ({:.1f} s): {}\n", results.size(), chosen.entries.size(), to_string(result.status),
              result.test, result.seconds, result.reason);
    std::fflush(stdout);
  }
  const std::string title = fmt::format("Is one driver slower? {}", options.manifest);
  write_files(traces, results, title, folder);
  // A shard without any trace has succeeded.
  if (chosen.entries.empty()) {
    print_out("no trace for this shard\n");
    return kGood;
  }
  const Totals totals = count(results);
  print_out("\n{}\n{}\nreports in {}\n", table_of(traces), to_string(totals), folder.string());
  return exit_code(totals);
}

}  // namespace replay
