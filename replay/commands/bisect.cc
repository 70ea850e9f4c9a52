#include "replay/commands/bisect.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "replay/bisect/report.h"
#include "replay/cannot_judge.h"
#include "replay/commands/open_recording.h"
#include "replay/observe/whole_file.h"

namespace replay {
namespace {

constexpr std::size_t kCallsBefore = 40;

std::vector<DrawingCall> plan(const BisectOptions& options) {
  const auto source = open_recording(options.trace, options.limits.loaders);
  std::vector<DrawingCall> draws = plan_draws(*source);
  if (const auto& error = source->error()) spdlog::warn("{}; the calls before are compared", error->to_string());
  if (draws.empty()) throw CannotJudge(fmt::format("{}: it draws nothing", options.trace));
  return draws;
}

RecordedCalls recorded_calls(const BisectOptions& options, const std::optional<FoundDifference>& found) {
  if (!found) return {};
  return read_recorded_calls(*open_recording(options.trace, options.limits.loaders), found->call, found->good_state.value("program", std::uint32_t{0}), kCallsBefore);
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
  for (const std::string& limit : options.limit_arguments) wanted.trace_arguments.insert(wanted.trace_arguments.end(), {"--limit", limit});
  if (options.allow_lower) wanted.trace_arguments.push_back("--allow-lower");
  BisectReport report{.trace = options.trace,
                      .good = options.good,
                      .bad = options.bad,
                      .tolerance = to_string(options.tolerance),
                      .result = search(wanted, plan(options)),
                      .calls = {},
                      .color_calls = {}};
  report.calls = recorded_calls(options, report.result.first);
  report.color_calls = recorded_calls(options, report.result.first_color);
  write_report(report, options.output);
  fmt::print("{}{:<12} {}/report.html\n", to_text(report), "report", options.output);
  return exit_code(report.result, options.crash);
}

}  // namespace replay
