#include "replay/commands/bisect.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <chrono>

#include "replay/base/cannot_judge.h"
#include "replay/base/print_out.h"
#include "replay/base/progress_line.h"
#include "replay/base/whole_file.h"
#include "replay/bisect/report.h"
#include "replay/commands/driver.h"
#include "replay/process/shader_caches.h"
#include "replay/session/open_recording.h"

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
  return read_recorded_calls(*open_recording(options.trace, options.limits.loaders), found->call,
                             found->good_state.value("program", std::uint32_t{0}), kCallsBefore);
}

int exit_code(const SearchResult& result, CrashVerdict crash) {
  if (result.first) return kDiffers;
  if (!result.bad_lost) return kGood;
  return is_crash_of_driver(*result.bad_lost) && crash == CrashVerdict::kBad ? kDiffers : kCannotJudge;
}

// A mistyped variable means that a driver is compared with itself, which finds nothing however long it takes.
void tell_what_differs(const Launch& good, const Launch& bad) {
  if (is_same_launch(good, bad)) {
    spdlog::warn("both sides have the same environment: only what a driver does by chance can differ");
    return;
  }
  constexpr double kPatience = 60;  // seconds
  const DriverAnswer ours = ask_driver(good, kPatience), theirs = ask_driver(bad, kPatience);
  if (!ours.driver || !theirs.driver) return;  // the search says why
  spdlog::info("the good side is {}, {}", ours.driver->renderer, ours.driver->version);
  spdlog::info("the bad side is {}, {}", theirs.driver->renderer, theirs.driver->version);
  const bool same = ours.driver->renderer == theirs.driver->renderer && ours.driver->version == theirs.driver->version;
  if (!same || ours.libraries != theirs.libraries) return;
  spdlog::info("both sides run the same driver, of the same files: only what it makes of the environment can differ");
}

// What is known of a search that is not at its end.
std::string known_so_far(const SearchProgress& progress) {
  if (progress.differs_at) return fmt::format("call {} differs; the first that does is searched", *progress.differs_at);
  if (progress.compared == 0) return "nothing has been compared";
  return fmt::format("no difference up to call {}, frame {} ({} of {} comparisons)", progress.call, progress.frame,
                     progress.compared, progress.to_compare);
}

void show(const SearchProgress& progress, double seconds) {
  const double part = static_cast<double>(progress.compared) / static_cast<double>(progress.to_compare);
  const std::string left = progress.pass == 1 ? time_left(part, seconds) : "";
  show_progress(known_so_far(progress) + (left.empty() ? "" : ", at most " + left));
}

}  // namespace

int run_bisect(const BisectOptions& options) {
  never_overwrite(options.trace);
  SearchOptions wanted{.trace_arguments = probe_arguments(options.trace, options),
                       .good = need(parse_launch(options.good)),
                       .bad = need(parse_launch(options.bad)),
                       .tolerance = options.tolerance,
                       .timeout = options.timeout,
                       .exhaustive = options.exhaustive};
  const std::vector<DrawingCall> draws = plan(options);
  tell_what_differs(wanted.good, wanted.bad);
  const ShaderCaches caches;
  SearchProgress progress;
  const auto begin = std::chrono::steady_clock::now();
  wanted.tell = [&](const SearchProgress& now) {
    progress = now;
    show(now, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  };
  const LastWill will = caches.removed_at_a_signal([&](const Ending& ending) {
    char space[32];
    spdlog::error("ended by {}: {}", name_of_signal(ending.signal, space), known_so_far(progress));
  });
  wanted.good = caches.of_its_own(wanted.good, "good");
  wanted.bad = caches.of_its_own(wanted.bad, "bad");
  BisectReport report{.trace = options.trace,
                      .good = options.good,
                      .bad = options.bad,
                      .tolerance = to_string(options.tolerance),
                      .result = search(wanted, draws),
                      .calls = {},
                      .color_calls = {}};
  report.calls = recorded_calls(options, report.result.first);
  report.color_calls = recorded_calls(options, report.result.first_color);
  // This is printed first: what the search has found does not depend on whether its report can be written.
  print_out("{}", to_text(report));
  const int code = exit_code(report.result, options.crash);
  if (const auto written = write_report(report, options.output); !written) {
    spdlog::error("{}", written.error().problem);
    return code == kDiffers ? kDiffers : kCannotJudge;
  }
  print_out("{:<12} {}/report.html\n", "report", options.output);
  return code;
}

}  // namespace replay
