#include "replay/commands/diff_calls.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

#include "replay/base/cannot_judge.h"
#include "replay/base/print_out.h"
#include "replay/base/whole_file.h"
#include "replay/commands/colours.h"
#include "replay/commands/file_report.h"
#include "replay/diff_calls/differences.h"
#include "replay/process/sandbox.h"
#include "replay/process/supervise.h"
#include "replay/report/page.h"
#include "replay/session/open_recording.h"
#include "replay/session/stored_stream.h"

namespace replay {
namespace {

using LineKind = DifferenceLine::Kind;

// A page of more lines would be too large for a browser.
constexpr std::size_t kMaxPageLines = 20'000;

// The sequences that a terminal takes for colours; empty texts without colours.
struct Colours {
  const char *removed = "", *added = "", *hunk = "", *changed = "", *unchanged = "", *off = "";
};

constexpr Colours kDiffColours = {"\033[31m", "\033[32m", "\033[36m", "\033[7m", "\033[27m", "\033[0m"};

std::string number(const std::optional<std::uint64_t>& call) { return call ? std::to_string(*call) : ""; }

char sign_of(LineKind kind) { return kind == LineKind::kRemoved ? '-' : kind == LineKind::kAdded ? '+' : ' '; }

std::string before_text(const DifferenceLine& line) {
  if (line.kind == LineKind::kHunk) return {};
  return fmt::format("{}{:>8} {:>8}  ", sign_of(line.kind), number(line.call_a), number(line.call_b));
}

std::string after_text(const DifferenceLine& line) { return line.remark.empty() ? "" : "  // " + line.remark; }

class Terminal {
 public:
  explicit Terminal(bool colours) : colours_(colours ? kDiffColours : Colours{}) {}

  bool print(const DifferenceLine& line) const {
    std::string text = colour_of(line.kind) + before_text(line);
    for (const TextPiece& piece : line.text) {
      if (piece.changed) text += colours_.changed + piece.text + colours_.unchanged;
      else text += piece.text;
    }
    text += after_text(line);
    if (line.kind != LineKind::kSame) text += colours_.off;
    print_out("{}\n", text);
    return std::ferror(stdout) == 0;
  }

 private:
  std::string colour_of(LineKind kind) const {
    switch (kind) {
      case LineKind::kHunk: return colours_.hunk;
      case LineKind::kRemoved: return colours_.removed;
      case LineKind::kAdded: return colours_.added;
      case LineKind::kSame: break;
    }
    return {};
  }

  const Colours colours_;
};

const char* page_class(LineKind kind) {
  switch (kind) {
    case LineKind::kHunk: return "hunk";
    case LineKind::kRemoved: return "removed";
    case LineKind::kAdded: return "added";
    case LineKind::kSame: break;
  }
  return "";
}

ShownLine shown_line(const DifferenceLine& line) {
  ShownLine shown{.style = page_class(line.kind), .pieces = {{before_text(line), false}}};
  for (const TextPiece& piece : line.text) shown.pieces.emplace_back(piece.text, piece.changed);
  shown.pieces.emplace_back(after_text(line), false);
  return shown;
}

loaders::Status write_page(const DiffCallsOptions& options, const EditScript& script,
                           const std::vector<ShownLine>& lines) {
  Page page(fmt::format("The calls of {} against {}", options.first, options.second));
  page.facts({{"A", options.first}, {"B", options.second}, {"Result", to_string(script.totals)}});
  page.lines(lines);
  if (lines.size() == kMaxPageLines)
    page.paragraph(fmt::format("Only the first {} lines are on this page.", kMaxPageLines));
  return page.write(options.html);
}

struct Recording {
  std::unique_ptr<loaders::CallSource> source;
  Outline outline;

  Recording(const std::string& trace, const DiffCallsOptions& options)
      : source(open_recording(trace, options.limits.loaders)),
        outline(read_outline(*source, options.answers)) {}
};

// `first` and `second` can be read more than once.
int compare(const std::string& first, const std::string& second, const DiffCallsOptions& options) {
  const Recording a(first, options), b(second, options);
  const ObjectMatches matches = match_objects(a.outline.roles, b.outline.roles);
  const EditScript script = make_edit_script(a.outline, b.outline, matches);
  const Terminal terminal(wants_colours(options.colour));
  std::vector<ShownLine> lines;
  if (!options.summary || !options.html.empty()) {
    const auto again_a = open_recording(first, options.limits.loaders);
    const auto again_b = open_recording(second, options.limits.loaders);
    ComparableCalls calls_a(*again_a, options.answers), calls_b(*again_b, options.answers);
    list_differences(calls_a, calls_b, script, matches, options.context, [&](const DifferenceLine& line) {
      const bool on_page = !options.html.empty() && lines.size() < kMaxPageLines;
      if (on_page) lines.push_back(shown_line(line));
      return options.summary ? on_page : terminal.print(line) || on_page;
    });
  }
  print_out("{}\n", to_string(script.totals));
  int code = script.totals.differ() ? kDiffers : kGood;
  for (const Recording* recording : {&a, &b}) {
    if (report_file(*recording->source) != kGood) code = kCannotJudge;
  }
  if (options.html.empty()) return code;
  const loaders::Status written = write_page(options, script, lines);
  if (!written) spdlog::error("{}", written.error().problem);
  return written || code != kGood ? code : kCannotJudge;
}

}  // namespace

int run_diff_calls(const DiffCallsOptions& options) {
  if (needs_child(options.supervision)) return supervise(options.supervision);
  for (const std::string* trace : {&options.first, &options.second}) never_overwrite(*trace);
  const std::string first = stored_stream(options.first), second = stored_stream(options.second);
  std::vector<std::filesystem::path> writable;
  if (!options.html.empty()) writable.push_back(place_of(options.html));
  enter_sandbox(options.supervision, writable);
  return compare(first, second, options);
}

}  // namespace replay
