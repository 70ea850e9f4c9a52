// The options of `replay compare`, and of the processes that it starts.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "replay/command_line/parsers.h"
#include "replay/process/launch.h"

namespace replay {
namespace {

constexpr const char* kCompareAbout =
    R"(Replays traces on two drivers in turn and says whether one is slower than the other: a ratio for each measure
with an interval that holds the true one with 95 %.

Usage: replay compare TRACE... --good ENV --bad ENV [OPTIONS])";

constexpr const char* kCompareNotes =
    R"(ENV is environment assignments, a command in front, or both, as of replay bisect. Without --good or --bad
that side is the plain environment.
Measures: wall (time on the clock), cpu (time of all threads), gpu (time stamps of GL around each frame),
instructions (in user space, of all threads; by valgrind where the processor has no counter) and memory (its
peak). Without --measure, wall, cpu, gpu and instructions count as far as they can be had; memory is only shown.

Exit codes: 0 no measure is slower than --slower-than; 1 one is; 2 wrong usage; 125 cannot tell: too noisy for
the time, another renderer, a side crashed or did not do the same.)";

void check_number(const char* option, double value, double least, double most) {
  if (!(value >= least && value <= most))
    throw Refused(fmt::format("{} needs a number from {} to {}", option, least, most));
}

}  // namespace

std::vector<Measure> measures_of(const std::vector<std::string>& words) {
  std::vector<Measure> measures;
  for (const std::string& word : words) {
    const auto measure = parse_measure(word);
    if (!measure) throw Refused(fmt::format("--measure '{}': it is wall, cpu, gpu, instructions or memory", word));
    if (std::ranges::find(measures, *measure) == measures.end()) measures.push_back(*measure);
  }
  return measures;
}

CLI::Option* add_measures(CLI::App& app, std::vector<std::string>& words) {
  return app.add_option("--measure", words, "What counts, with commas between: wall, cpu, gpu, instructions, memory")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("NAMES");
}

double checked_ratio(double slower_than) {
  check_number("--slower-than", slower_than, 0.01, 100);
  return slower_than;
}

std::vector<CLI::Option*> add_compared_sides(CLI::App& app, CompareOptions& options) {
  return {
      add_side(app, "--good", options.good, "The driver to compare with"),
      add_side(app, "--bad", options.bad, "The driver in doubt"),
      app.add_flag("--any-renderer", options.rules.any_renderer,
                   "The sides may have different renderers (125 without this)"),
  };
}

std::vector<CLI::Option*> add_comparison_rules(CLI::App& app, Raw& raw, CompareOptions& options) {
  return {
      app.add_option("--slower-than", options.rules.slower_than, "The ratio above which the bad side is slower (1.02)")
          ->type_name("RATIO"),
      add_measures(app, raw.measures),
      app.add_option("--precision", raw.precision, "Go on until the intervals are at most this wide, in percent (1)")
          ->type_name("PERCENT"),
      app.add_flag("--verdict-only", options.rules.needs_only_verdict,
                   "Stop as soon as the verdict stands, however wide the intervals are"),
  };
}

std::vector<CLI::Option*> add_measured_part(CLI::App& app, Raw& raw, CompareOptions& options) {
  return {
      add_set(app, "--frames", "A-B", raw.frames,
              "Measure these frames; without this all but the first, in which programs load"),
      app.add_option("--loop-frames", raw.loops,
                     "Play the frames N times more without loading the trace again, and measure only\n"
                     "these times")
          ->type_name("N"),
      app.add_option("--keep-good", options.keep_good,
                     "Keep in FILE what the good side took, and do not measure it again on this machine.\n"
                     "Only for what valgrind counts, which is the same tomorrow")
          ->type_name("FILE"),
      app.add_flag("--no-where", raw.no_where, "When the bad side is slower, do not search where"),
  };
}

void read_comparison(const CLI::App& app, const Raw& raw, CompareOptions& options) {
  check_not_empty(app, "--keep-good", options.keep_good);
  check_launch("--good", options.good);
  check_launch("--bad", options.bad);
  (void)checked_ratio(options.rules.slower_than);
  if (app.count("--precision") != 0) {
    check_number("--precision", raw.precision, 0.001, 1000);
    options.rules.precision = raw.precision / 100;
  }
  options.measures = measures_of(raw.measures);
  options.asks_where = !raw.no_where;
  options.frames = range_of("--frames", raw.frames, parse_frame_set);
  if (app.count("--loop-frames") == 0) return;
  if (raw.loops == 0 || raw.loops > 1'000'000) throw Refused("--loop-frames needs a number from 1 to 1000000");
  options.passes = raw.loops + 1;
}

CompareOptions parse_compare(CLI::App& app, Raw& raw, std::vector<std::string> arguments) {
  CompareOptions options;
  app.description(kCompareAbout);
  app.footer(kCompareNotes);
  put_in_group("Sides", add_compared_sides(app, options));
  put_in_group(
      "Sides",
      {
          add_required_renderer(app, options, "The GL_RENDERER of the bad side has a match of REGEX (125 otherwise)"),
          add_required_version(app, options),
          app.add_flag("--allow-lower", options.allow_lower, "Go on with a lower version of GL than the recording's"),
          add_limits(app, raw),
          add_size(app, raw),
      });
  put_in_group("Judging", add_comparison_rules(app, raw, options));
  app.add_option("--timeout", raw.timeout, "Stop after S seconds for a trace (120)")->type_name("S")->group("Judging");
  put_in_group("What to measure", add_measured_part(app, raw, options));
  put_in_group("Output", {
                             app.add_option("--json", options.json,
                                            "Write the results and the times of all frames to FILE; -: standard output")
                                 ->type_name("FILE"),
                             app.add_option("--html", options.html,
                                            "Write a page with a chart of the frames of both sides to FILE")
                                 ->type_name("FILE"),
                         });
  app.add_option("TRACE", options.traces)->required();
  add_general(app, raw);
  app.parse(std::move(arguments));
  check_not_empty(app, "--json", options.json);
  check_required_driver(app, options);
  check_not_empty(app, "--html", options.html);
  read_comparison(app, raw, options);
  for (const std::string& trace : options.traces) {
    for (const std::string& file : {options.json, options.html, options.keep_good}) check_spares_trace(file, trace);
  }
  if (const auto timeout = timeout_of(app, raw)) options.rules.timeout = *timeout;
  options.limits = limits_of(raw);
  options.limit_arguments = raw.limits;
  options.size = size_of(raw);
  return options;
}

MeasureOptions parse_measure_command(CLI::App& app, Raw& raw, std::vector<std::string> arguments) {
  MeasureOptions options;
  app.add_option("--first", options.first, "The first frame that is measured");
  app.add_option("--last", options.last, "The last one");
  app.add_option("--passes", options.passes, "How often they are played");
  app.add_flag("--gpu", options.takes_gpu_times, "Take time stamps of GL");
  app.add_flag("--instructions", options.counts_instructions, "Count instructions");
  app.add_flag("--by-call", options.by_call, "Measure each call, and not the frames");
  app.add_flag("--sample", options.samples, "Sample whose code runs");
  app.add_flag("--valgrind", options.marks_valgrind, "Let callgrind count what is measured");
  options.probe = parse_probe(app, raw, std::move(arguments));
  app.description("One replay of 'replay compare', which starts it.");
  if (options.last < options.first || options.passes == 0) throw Refused("--first, --last and --passes do not fit");
  return options;
}

}  // namespace replay
