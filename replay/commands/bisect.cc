#include "replay/commands/bisect.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "loaders/open.h"
#include "replay/bisect/report.h"
#include "replay/cannot_judge.h"
#include "replay/observe/whole_file.h"

namespace replay {
namespace {

constexpr std::size_t kCallsBefore = 40;

std::unique_ptr<loaders::CallSource> open(const std::string& path) {
  loaders::OpenResult opened = loaders::open_trace(path);
  if (!opened) throw CannotJudge(opened.error->to_string());
  return std::move(opened.source);
}

std::vector<DrawingCall> plan(const std::string& trace) {
  const auto source = open(trace);
  std::vector<DrawingCall> draws = plan_draws(*source);
  if (const auto& error = source->error()) spdlog::warn("{}; the calls before are compared", error->to_string());
  if (draws.empty()) throw CannotJudge(fmt::format("{}: it draws nothing", trace));
  return draws;
}

RecordedCalls recorded_calls(const std::string& trace, const std::optional<FoundDifference>& found) {
  if (!found) return {};
  return read_recorded_calls(*open(trace), found->call, found->good_state.value("program", std::uint32_t{0}), kCallsBefore);
}

int exit_code(const SearchResult& result, CrashVerdict crash) {
  if (result.first) return kDiffers;
  if (!result.bad_lost) return kGood;
  if (result.bad_lost->how == ChildEnding::How::kSignalled && crash == CrashVerdict::kBad) return kDiffers;
  return kCannotJudge;
}

}  // namespace

int run_bisect(const BisectOptions& options) {
  never_overwrite(options.trace);
  SearchOptions wanted{.trace_arguments = {options.trace},
                       .good = parse_launch(options.good),
                       .bad = parse_launch(options.bad),
                       .tolerance = options.tolerance,
                       .timeout = options.timeout,
                       .exhaustive = options.exhaustive};
  if (options.allow_lower) wanted.trace_arguments.push_back("--allow-lower");
  BisectReport report{.trace = options.trace,
                      .good = options.good,
                      .bad = options.bad,
                      .tolerance = to_string(options.tolerance),
                      .result = search(wanted, plan(options.trace)),
                      .calls = {},
                      .color_calls = {}};
  report.calls = recorded_calls(options.trace, report.result.first);
  report.color_calls = recorded_calls(options.trace, report.result.first_color);
  write_report(report, options.output);
  fmt::print("{}{:<12} {}/report.html\n", to_text(report), "report", options.output);
  return exit_code(report.result, options.crash);
}

}  // namespace replay
