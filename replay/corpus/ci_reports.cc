#include "replay/corpus/ci_reports.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <fstream>
#include <string_view>

#include "replay/base/print_out.h"
#include "replay/base/printable.h"
#include "replay/base/whole_file.h"

namespace replay {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostAnnotations = 10;                 // of each kind; GitHub leaves out the rest without a word
constexpr std::size_t kMostSections = 100;                   // a log that is much longer is cut by the engines
constexpr std::size_t kSummaryBytes = std::size_t{1} << 20;  // GitHub refuses the whole summary of a step above that

// What a command of GitHub Actions may not have in its text, and in its properties (title=...).
std::string as_command_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '%') out += "%25";
    else if (c == '\r') out += "%0D";
    else if (c == '\n') out += "%0A";
    else out += c;
  }
  return out;
}

std::string as_command_property(std::string_view text) {
  std::string out;
  for (const char c : as_command_text(text)) {
    if (c == ':') out += "%3A";
    else if (c == ',') out += "%2C";
    else out += c;
  }
  return out;
}

// Text inside a cell of a table: nothing in it is Markdown or HTML.
std::string as_cell(std::string text) {
  make_printable(text);
  make_utf8(text);
  std::string out;
  for (const char c : text) {
    if (c == '\n') out += "<br>";
    else if (std::string_view("&<>|`*_[]~\\").find(c) != std::string_view::npos)
      out += fmt::format("&#{};", static_cast<int>(c));
    else out += c;
  }
  return out;
}

std::string command_of(const char* kind, const std::string& title, const std::string& text) {
  return fmt::format("::{} title={}::{}\n", kind, as_command_property(title), as_command_text(text));
}

std::vector<const Result*> chosen(const std::vector<Result>& results, bool (*is_wanted)(Status)) {
  std::vector<const Result*> found;
  for (const Result& result : results) {
    if (is_wanted(result.status)) found.push_back(&result);
  }
  return found;
}

std::string annotations_of(const char* kind, const std::vector<const Result*>& results) {
  const bool all_fit = results.size() <= kMostAnnotations;
  const std::size_t own = all_fit ? results.size() : kMostAnnotations - 1;
  std::string text;
  for (std::size_t i = 0; i < own; ++i) {
    const Result& result = *results[i];
    text += command_of(kind, fmt::format("{}: {}", to_string(result.status), result.test),
                       result.reason.empty() ? to_string(result.status) : result.reason);
  }
  if (!all_fit)
    text +=
        command_of(kind, fmt::format("and {} more traces", results.size() - own), "The summary of the job lists them.");
  return text;
}

std::string row_of(const Result& result) {
  return fmt::format("| {} | {} | {:.1f} s | {} |\n", to_string(result.status), as_cell(result.test), result.seconds,
                     as_cell(result.reason));
}

// Adds as many rows as fit into `room` bytes; nothing when not even its head does.
void add_table(std::string& text, const std::vector<const Result*>& results, std::size_t room) {
  constexpr std::string_view kHead = "\n| status | trace | time | why |\n|---|---|---|---|\n";
  constexpr std::size_t kRest = 100;  // bytes for the sentence about those that do not fit
  if (text.size() + kHead.size() + kRest > room) return;
  text += kHead;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const std::string row = row_of(*results[i]);
    if (text.size() + row.size() + kRest > room) {
      text += fmt::format("\n{} more traces do not fit into this summary.\n", results.size() - i);
      return;
    }
    text += row;
  }
}

// Prints the details of each trace that reports show by itself, in the order of the results.
void print_sections(const CiEngine& engine, const std::vector<Result>& results) {
  std::size_t count = 0;
  for (const Result* result : chosen(results, is_shown)) {
    if (++count > kMostSections) break;
    const LogSection section(engine, fmt::format("trace_{}", count),
                             fmt::format("{}: {}", to_string(result->status), result->test));
    std::string text = details_of(*result);
    make_printable(text);
    print_out("{}{}", text, text.ends_with('\n') ? "" : "\n");
  }
}

loaders::Status append_summary(const fs::path& file, const std::vector<Result>& results, const std::string& title) {
  std::error_code none;
  const auto used = fs::file_size(file, none);
  const std::size_t room = none ? kSummaryBytes : kSummaryBytes - std::min<std::uintmax_t>(used, kSummaryBytes);
  std::ofstream out(file, std::ios::app);
  out << github_summary(results, title, room) << std::flush;
  if (!out) return loaders::Error{fmt::format("{}: the summary of the job cannot be written", file.string())};
  return {};
}

// The verdict stands, whether or not an engine can show it.
void warn_of(const loaders::Status& written) {
  if (!written) spdlog::warn("{}", written.error().problem);
}

}  // namespace

std::string github_annotations(const std::vector<Result>& results) {
  return annotations_of("error", chosen(results, is_bad)) + annotations_of("warning", chosen(results, is_unknown));
}

std::string github_summary(const std::vector<Result>& results, const std::string& title, std::size_t room) {
  constexpr std::string_view kEnd = "\n</details>\n";
  std::string text = fmt::format("## {}\n\n{}\n", as_cell(title), to_string(count(results)));
  if (text.size() > room) return "";
  if (const auto wrong = chosen(results, is_shown); !wrong.empty()) add_table(text, wrong, room);
  const std::string head = fmt::format("\n<details><summary>All {} traces</summary>\n", results.size());
  if (text.size() + head.size() + kEnd.size() > room) return text;
  text += head;
  add_table(text, chosen(results, [](Status) { return true; }), room - kEnd.size());
  text += kEnd;
  return text;
}

std::string gitlab_metrics(const std::vector<Result>& results) {
  const Totals totals = count(results);
  double seconds = 0;
  std::uint64_t memory = 0;
  for (const Result& result : results) {
    seconds += result.seconds;
    memory = std::max(memory, result.peak_memory);
  }
  std::string text = "# TYPE replay_traces gauge\n# HELP replay_traces Traces that ended with a status.\n";
  for (const Status status : all_statuses())  // zeros too: otherwise one that appears has nothing to be compared to
    text += fmt::format("replay_traces{{status=\"{}\"}} {}\n", to_string(status), totals.of(status));
  text += fmt::format(
      "# TYPE replay_seconds gauge\n# HELP replay_seconds The time of all traces, one after the other.\n"
      "replay_seconds {:.3f}\n"
      "# TYPE replay_peak_memory_bytes gauge\n# HELP replay_peak_memory_bytes The most memory that one trace took.\n"
      "replay_peak_memory_bytes {}\n# EOF\n",
      seconds, memory);
  return text;
}

void report_to_engine(const CiEngine& engine, const std::vector<Result>& results, const std::string& title,
                      const fs::path& folder) {
  if (engine.is(CiEngine::Kind::kGithub) || engine.is(CiEngine::Kind::kGitlab)) print_sections(engine, results);
  if (engine.is(CiEngine::Kind::kGithub)) {
    print_out("{}", github_annotations(results));
    if (!engine.step_summary.empty()) warn_of(append_summary(engine.step_summary, results, title));
  }
  if (engine.is(CiEngine::Kind::kGitlab)) warn_of(write_whole_file(folder / kMetricsFile, gitlab_metrics(results)));
}

}  // namespace replay
