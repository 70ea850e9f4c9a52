// The options of `replay shrink`, and of the processes that it starts.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <thread>

#include "replay/command_line/parsers.h"

namespace replay {
namespace {

constexpr const char* kShrinkAbout =
    R"(Makes the smallest recording that still shows a fault, for debugging and for bug reports. Calls are dropped
in ever smaller groups as long as the fault stays; then textures, buffers and windows are made smaller.

Usage: replay shrink TRACE -o OUT.trace --good ENV --bad ENV     two drivers draw something else
       replay shrink TRACE -o OUT.trace --bad ENV --crash        the driver crashes
       replay shrink TRACE -o OUT.trace --expect-not REF         a picture is wrong
       replay shrink TRACE -o OUT.trace --error GL_INVALID_ENUM  GL reports an error
       replay shrink TRACE -o OUT.trace --while 'CMD {}'         a command says so)";

constexpr const char* kShrinkNotes =
    R"(ENV is environment assignments, a command in front, or both, as of replay bisect. Without --bad the bad side
is the plain environment, and without --good the good one is.
CMD is run by the shell for each candidate, with its file in place of {}, and ends with 1 when the fault is
still there, with 0 when it is gone, and with 125 when it cannot tell.
Ctrl-C ends the search and writes the smallest recording so far.

Exit codes: 0 OUT shows the fault; 2 wrong usage; 125 cannot judge: TRACE does not show the fault, or OUT
could not be written.)";

// Which of the questions is asked.
ShrinkFor question_of(const CLI::App& app) {
  constexpr std::pair<const char*, ShrinkFor> kQuestions[] = {{"--crash", ShrinkFor::kCrash},
                                                              {"--expect-not", ShrinkFor::kExpectNot},
                                                              {"--error", ShrinkFor::kError},
                                                              {"--while", ShrinkFor::kWhile}};
  ShrinkFor what = ShrinkFor::kDiffers;
  int asked = 0;
  for (const auto& [option, question] : kQuestions) {
    if (app.count(option) == 0) continue;
    what = question;
    ++asked;
  }
  if (asked > 1) throw Refused("only one of --crash, --expect-not, --error and --while can be the question");
  if (asked == 1 && app.count("--good") != 0) throw Refused("--good is for a fault that shows beside a good driver");
  if (asked == 0 && app.count("--good") + app.count("--bad") == 0)
    throw Refused("--good, --bad, --crash, --expect-not, --error or --while has to say what the fault is");
  return what;
}

}  // namespace

ShrinkOptions parse_shrink(CLI::App& app, Raw& raw, std::vector<std::string> arguments) {
  ShrinkOptions options;
  bool crash = false, keeps_contents = false;
  double seconds = 0;
  std::uint64_t frame = 0;
  app.description(kShrinkAbout);
  app.footer(kShrinkNotes);
  put_in_group(
      "Fault",
      {
          add_side(app, "--good", options.good, "The driver that is right"),
          add_side(app, "--bad", options.bad, "The driver in doubt"),
          add_tolerance(app, raw),
          app.add_flag("--crash", crash, "The bad side crashes: the same signal in the same function"),
          app.add_option("--expect-not", options.expect_not,
                         "A frame is not what REF is (as of replay --expect): what is wrong stays as it is")
              ->type_name("REF"),
          app.add_option("--frame", frame, "The frame for --expect-not; without it the last")->type_name("N"),
          app.add_option("--error", options.error, "GL reports this error in the same function")->type_name("NAME"),
          app.add_option("--while", options.command, "The command ends with 1 while the fault is there")
              ->type_name("'CMD {}'"),
      });
  put_in_group(
      "Running",
      {
          app.add_option("-j,--jobs", options.jobs, "Candidates at once; 0, as without it: one for each processor")
              ->default_val(0)
              ->type_name("N"),
          app.add_option("--timeout", raw.timeout, "A candidate hangs after S seconds (60)")->type_name("S"),
          app.add_option("--time", seconds, "End the search S seconds after the start, with the smallest so far")
              ->type_name("S"),
          app.add_option("--seed", options.seed, "Try groups in another order, the same for the same N")
              ->type_name("N"),
          app.add_flag("--keep-contents", keeps_contents, "Only drop calls"),
          app.add_flag("--shaders", options.shaders, "Drop lines of shaders as well"),
          app.add_flag("--allow-lower", options.allow_lower, "Go on with a lower version of GL than the recording's"),
          add_size(app, raw),
          add_sandbox(app, raw),
          add_memory_limit(app, raw),
          add_limits(app, raw),
      });
  app.add_option("-o,--output", options.output, "The smaller recording, in the format of apitrace")
      ->type_name("FILE")
      ->required()
      ->group("Output");
  add_trace(app, options.trace);
  add_general(app, raw);
  app.parse(std::move(arguments));
  for (const auto& [name, value] : {std::pair("--output", &options.output),
                                    {"--expect-not", &options.expect_not},
                                    {"--error", &options.error},
                                    {"--while", &options.command}}) {
    check_not_empty(app, name, *value);
  }
  check_spares_trace(options.output, options.trace);
  options.what = question_of(app);
  if (app.count("--frame") != 0) options.frame = frame;
  if (options.frame && options.what != ShrinkFor::kExpectNot) throw Refused("--frame is for --expect-not");
  if (app.count("--while") != 0 && options.command.find("{}") == std::string::npos)
    throw Refused("--while needs {} where the file of a candidate is to stand");
  if (app.count("--time") != 0) {
    if (!std::isfinite(seconds) || seconds <= 0) throw Refused("--time needs a number of seconds above 0");
    options.seconds = seconds;
  }
  if (options.jobs == 0) options.jobs = std::max(1u, std::thread::hardware_concurrency());
  if (options.jobs > 256) throw Refused("-j needs a number of at most 256");
  options.contents = !keeps_contents;
  read_sides(app, raw, options);
  return options;
}

CandidatesOptions parse_candidates(CLI::App& app, Raw& raw, std::vector<std::string> arguments) {
  return {.probe = parse_probe(app, raw, std::move(arguments))};
}

}  // namespace replay
