#include "replay/options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "replay/options_parts.h"
#include "replay/verdict_parsers.h"

namespace replay {
namespace {

constexpr const char* kReplayAbout = R"(Replays OpenGL traces and shows, saves or hashes what they draw.

Usage: replay TRACE [OPTIONS]    replay it: in a window when there is a display, else headless
       replay info TRACE         what is in the file, and what it needs from the driver
       replay dump TRACE         the calls as text, one a line
       replay index TRACE        writes TRACE.index, with which --frame N starts sooner
       replay diff A B           two pictures, or two folders of pictures
       replay bisect TRACE       the first call that two drivers draw differently
       replay bisect-script ...  a script for 'git bisect run'
       replay diff-state A B     two dumps of --state
       replay run MANIFEST       a corpus of traces
       replay merge RESULTS...   the results of a corpus that several machines ran
A trace that is called like a command is written as a path: ./info)";

constexpr const char* kReplayNotes =
    R"(SET counts frames from 0:    120    0,60,120    10-20/2 (every second)    100- (to the end)    *
The last frame is 'last', alone or after --frame once more.
CALLSET counts calls, as apitrace does. It can also pick kinds of calls, alone or after a range and '/':
  frame    rendertarget = fbo    render = draw            for example: draw    1000-/frame    0-500/fbo,1234
@FILE reads a set from a file. Both options may be repeated. The replay stops after the last picture.

Exit codes: 0 good; 1 differs, or GL went wrong under --strict; 2 wrong usage; 125 cannot judge.)";

constexpr const char* kInfoAbout =
    R"(Tells what is in a trace: format, version, container, frames, calls, threads, drawables, and what it
needs from the driver.

Usage: replay info TRACE [OPTIONS])";

constexpr const char* kIndexAbout =
    R"(Writes TRACE.index: frames, sizes, what the trace needs, and what its frames draw, as JSON.
A replay with --frame that finds it beside the trace, and made of the same bytes, need not read the
trace before it starts.

Usage: replay index TRACE [-o FILE])";

constexpr const char* kDumpAbout = R"(Prints the calls of a trace as text, one a line, the same in every run.

Usage: replay dump TRACE [OPTIONS])";

// The usage lines are part of each description, where they can say more than CLI11's own.
class HelpText final : public CLI::Formatter {
 public:
  std::string make_usage(const CLI::App*, std::string) const override { return ""; }
  std::string make_positionals(const CLI::App*) const override { return ""; }
  // A flag that may have a value is declared as --name{its default}.
  std::string make_option_name(const CLI::Option* option, bool is_positional) const override {
    const std::string name = CLI::Formatter::make_option_name(option, is_positional);
    const auto brace = name.find('{');
    return brace == std::string::npos ? name : name.substr(0, brace) + "[=require]";
  }
  std::string make_option_opts(const CLI::Option* option) const override {
    return option->get_type_size() == 0 ? "" : " " + option->get_type_name();
  }
};

void add_picture_options(CLI::App& app, ReplayOptions& options, Raw& raw) {
  put_in_group("Pictures", {
      add_set(app, "--frame", "SET", raw.frames, "Take a picture of each frame of SET, at its swap"),
      add_set(app, "--call", "CALLSET", raw.calls, "Take a picture after each call of CALLSET"),
      app.add_option("--mark", options.marks,
                     "Take a picture at each mark of the recording whose name fits GLOB ('ref:*'):\n"
                     "marks of WTF, GL_EXT_debug_marker and GL_GREMEDY_string_marker. It is named as\n"
                     "that of a call")
          ->allow_extra_args(false)
          ->type_name("GLOB"),
      app.add_option("-o,--output", options.output,
                     "One picture: the file to write. Several pictures, or a PATH that ends in\n"
                     "'/': a folder, made if missing, for frame_0120.png, call_0000012345.png.\n"
                     "Without -o they go to the current folder as TRACE.frame_0120.png")
          ->type_name("PATH"),
      app.add_flag("!--no-seek", options.seek,
                   "Make every call. Else drawing that cannot reach the pictures is left out,\n"
                   "except where something is judged: --strict, --self-check, --expect"),
      app.add_flag("--hash", options.hash,
                   "Print 'frame 120 MD5' for each picture: the MD5 of its RGB pixels, top row\n"
                   "first. The picture itself is written only when -o is given as well"),
  });
}

void add_running_options(CLI::App& app, ReplayOptions& options, Raw& raw) {
  CLI::Option* headless =
      app.add_flag("--headless", raw.headless, "Draw without a window, even when there is a display");
  put_in_group("Running", {
      headless,
      app.add_flag("--window", raw.window, "Draw in a window, or fail when there is no display")->excludes(headless),
      app.add_option("--fps", raw.fps, "Show at most N frames a second")->type_name("N"),
      app.add_option("--loop", options.loop, "Replay the trace N times, each from the state that it began with")->type_name("N"),
      app.add_flag("--benchmark", options.benchmark, "Measure frame times, frames a second and CPU time a frame; takes no pictures"),
      app.add_flag("--profile", options.profile,
                   "Take the time of every call, on the CPU and by GPU time stamps: totals by\n"
                   "function and by program, and the ten dearest calls"),
      app.add_flag("--allow-lower", options.allow_lower,
                   "Go on when the driver has only a lower version of GL than the recording"),
      app.add_flag("--run-incomplete", options.run_incomplete,
                   "Issue calls that the recorded program entered and never left, too"),
      add_sandbox(app, raw),
      add_memory_limit(app, raw),
      add_limits(app, raw),
  });
}

void add_judging_options(CLI::App& app, ReplayOptions& options, Raw& raw) {
  put_in_group("Judging", {
      app.add_flag("--strict", options.strict,
                   "Exit with 1 when a call was skipped, or GL raised an error that the recording\n"
                   "did not have"),
      app.add_option("--expect", options.expect,
                     "With --frame N: exit with 1 when the frame is not REF: a PNG file, an MD5 as of\n"
                     "--hash, or a text file with several of them, any of which will do. On a\n"
                     "difference the pictures are written: NAME.actual.png, .expected, .difference")
          ->type_name("REF"),
      add_tolerance(app, raw),
      app.add_option("--require-renderer", options.require_renderer,
                     "Judge nothing unless the regular expression matches GL_RENDERER of the context\n"
                     "that replays: proof that the driver just built is the one that ran")
          ->type_name("REGEX"),
      app.add_option("--require-version", options.require_version, "The same for GL_VERSION")->type_name("REGEX"),
      app.add_option("--timeout", raw.timeout, "Judge nothing when the replay takes longer than S seconds")
          ->type_name("S"),
      app.add_option("--crash", raw.crash,
                     "What a crash of the driver means: 'bad' (exit code 1) or 'skip' (125). With\n"
                     "this, --timeout or --expect the replay runs in a child process")
          ->type_name("VERDICT"),
      app.add_flag("--self-check", options.self_check,
                   "Compare what the recorded program was told (link status, completeness, query\n"
                   "results ...) with what this driver says; --strict makes a contradiction exit\n"
                   "with 1. Run the checks that the test suite of the WIP15 tracer leaves in its\n"
                   "traces; exit with 1 when one fails"),
      app.add_option("--json", options.json, "Write the summary as JSON to FILE, '-' for standard output")
          ->type_name("FILE"),
  });
}

void add_state_options(CLI::App& app, ReplayOptions& options) {
  put_in_group("State", {
      app.add_option("--state", options.state_call, "Write the state of GL after call N as JSON")->type_name("N"),
      app.add_option("--state-file", options.state_file, "Where it goes, '-' for standard output (the default)")
          ->type_name("FILE"),
      app.add_option("--state-pictures", options.state_pictures,
                     "With --state: a picture of each texture, and of what is drawn into, to FOLDER")
          ->type_name("FOLDER"),
  });
}

void check_state(const CLI::App& app, const ReplayOptions& options) {
  check_not_empty(app, "--state-file", options.state_file);
  check_not_empty(app, "--state-pictures", options.state_pictures);
  if (!options.state_call && (app.count("--state-file") != 0 || app.count("--state-pictures") != 0)) {
    throw Refused("--state-file and --state-pictures need --state");
  }
  if (options.state_call && options.loop != 1) throw Refused("--state looks at one replay: leave out --loop");
  if (options.state_call && options.state_file == "-" && (options.hash || options.json == "-")) {
    throw Refused("the state would mix with other results on standard output: give --state-file");
  }
}

void check_pictures(const ReplayOptions& options) {
  if (options.reads_pictures()) {
    if (options.benchmark) throw Refused("--benchmark takes no pictures: leave out --frame, --call and --mark");
  } else {
    if (!options.output.empty())
      throw Refused("-o says where pictures go, but none is asked for: add --frame, --call or --mark");
    if (options.hash) throw Refused("--hash needs pictures: add --frame, --call or --mark");
  }
  if (options.hash && options.json == "-") {
    throw Refused("--hash and --json - would mix on standard output: give --json a file");
  }
}

// The same as one word: CLI11 would take the argument that follows for the value.
void check_no_empty_values(const std::vector<std::string>& arguments) {
  for (const std::string& argument : arguments) {
    if (argument == "--") return;
    if (argument.starts_with("--") && argument.find('=') == argument.size() - 1) {
      throw Refused(fmt::format("{} lacks its value", argument));
    }
  }
}

void check_numbers(const CLI::App& app, const Raw& raw, ReplayOptions& options) {
  if (app.count("--fps") != 0) {
    if (!std::isfinite(raw.fps) || raw.fps <= 0) throw Refused("--fps needs a number above 0");
    options.fps = raw.fps;
  }
  if (options.loop < 1) throw Refused("--loop needs a number of at least 1");
}

void check_judging(const CLI::App& app, const Raw& raw, ReplayOptions& options) {
  check_not_empty(app, "--expect", options.expect);
  check_not_empty(app, "--require-renderer", options.require_renderer);
  check_not_empty(app, "--require-version", options.require_version);
  const bool one_frame = options.last_frame ? options.frames.empty() : options.frames.only().has_value();
  if (!options.expect.empty() && (!one_frame || !options.calls.empty())) {
    throw Refused("--expect needs one frame to look at: --frame N");
  }
  if (!options.expect.empty() && options.loop != 1) throw Refused("--expect looks at one replay: leave out --loop");
  options.tolerance = tolerance_of(raw);
  if (app.count("--tolerance") != 0 && options.expect.empty()) throw Refused("--tolerance needs --expect");
  check_regex("--require-renderer", options.require_renderer);
  check_regex("--require-version", options.require_version);
}

Supervision supervision_of(const CLI::App& app, const Raw& raw, std::vector<std::string> words) {
  Supervision supervision{.sandbox = sandbox_of(raw), .memory_limit = memory_limit_of(raw), .words = std::move(words)};
  if (app.get_option_no_throw("--timeout") != nullptr) supervision.timeout = timeout_of(app, raw);
  supervision.crash = crash_of(raw);
  supervision.in_child = supervision.sandbox != Sandbox::kOff || supervision.memory_limit != 0 || supervision.timeout;
  return supervision;
}

void check_supervision(const CLI::App& app, const Raw& raw, std::vector<std::string> words, ReplayOptions& options) {
  options.supervision = supervision_of(app, raw, std::move(words));
  options.supervision.in_child |= app.count("--crash") != 0 || !options.expect.empty();
  if (options.supervision.sandbox == Sandbox::kOff) return;
  if (raw.window) throw Refused("--sandbox draws without a window: a display lets in whoever can talk to it");
  options.window = WindowChoice::kHeadless;
}

ReplayOptions parse_replay(CLI::App& app, Raw& raw, std::vector<std::string> arguments) {
  ReplayOptions options;
  std::vector<std::string> words(arguments.rbegin(), arguments.rend());
  app.description(kReplayAbout);
  app.footer(kReplayNotes);
  add_picture_options(app, options, raw);
  add_running_options(app, options, raw);
  add_judging_options(app, options, raw);
  add_state_options(app, options);
  add_trace(app, options.trace);
  add_general(app, raw);
  app.set_version_flag("--version", "replay " REPLAY_VERSION "\n", "Print the version and stop")->group("General");
  app.parse(std::move(arguments));

  options.last_frame = std::erase(raw.frames, "last") != 0;
  options.limits = limits_of(raw);
  options.frames = parse_sets("--frame", raw.frames, parse_frame_set);
  options.calls = parse_sets("--call", raw.calls, parse_call_set);
  if (raw.headless) options.window = WindowChoice::kHeadless;
  if (raw.window) options.window = WindowChoice::kWindow;
  check_numbers(app, raw, options);
  check_not_empty(app, "--output", options.output);
  check_not_empty(app, "--json", options.json);
  check_judging(app, raw, options);
  check_supervision(app, raw, std::move(words), options);
  check_pictures(options);
  check_state(app, options);
  check_spares_trace(options.state_file, options.trace);
  check_spares_trace(options.output, options.trace);
  check_spares_trace(options.json, options.trace);
  return options;
}

// What the commands have in common that have only a loader to fear; their own options are in `app` already.
template <class Options>
void parse_reading(CLI::App& app, Raw& raw, const char* command, std::vector<std::string> arguments, Options& options) {
  std::vector<std::string> words = {command};
  words.insert(words.end(), arguments.rbegin(), arguments.rend());
  for (CLI::Option* option : {add_sandbox(app, raw), add_memory_limit(app, raw), add_limits(app, raw)}) option->group("Running");
  add_trace(app, options.trace);
  add_general(app, raw);
  app.parse(std::move(arguments));
  options.limits = limits_of(raw);
  options.supervision = supervision_of(app, raw, std::move(words));
  options.supervision.crash = CrashVerdict::kSkip;
}

InfoOptions parse_info(CLI::App& app, Raw& raw, std::vector<std::string> arguments) {
  InfoOptions options;
  app.description(kInfoAbout);
  app.add_flag("--json", options.json, "Print it as JSON")->group("Output");
  parse_reading(app, raw, "info", std::move(arguments), options);
  return options;
}

IndexOptions parse_index(CLI::App& app, Raw& raw, std::vector<std::string> arguments) {
  IndexOptions options;
  app.description(kIndexAbout);
  app.add_option("-o,--output", options.output, "Write it there; replays only find it beside the trace")
      ->type_name("FILE")
      ->group("Output");
  parse_reading(app, raw, "index", std::move(arguments), options);
  check_not_empty(app, "--output", options.output);
  check_spares_trace(options.output, options.trace);
  return options;
}

DumpOptions parse_dump(CLI::App& app, Raw& raw, std::vector<std::string> arguments) {
  DumpOptions options;
  app.description(kDumpAbout);
  add_set(app, "--call", "CALLSET", raw.calls, "Only these calls, in apitrace's grammar: 12, 100-200, */draw")
      ->group("Output");
  add_set(app, "--frame", "SET", raw.frames, "Only the calls of these frames; with --call: what both have")
      ->group("Output");
  app.add_flag("--json", options.json, "Print each call as a JSON object, one a line")->group("Output");
  app.add_option("--grep", options.grep, "Only calls whose text has a match of the regular expression (RE2)")
      ->type_name("REGEX")
      ->group("Output");
  parse_reading(app, raw, "dump", std::move(arguments), options);
  options.calls = parse_sets("--call", raw.calls, parse_call_set);
  options.frames = parse_sets("--frame", raw.frames, parse_frame_set);
  check_regex("--grep", options.grep);
  return options;
}

// Only the first argument can be a command: `replay trace.wip15 info` is a mistake and not a second meaning.
std::string take_command(std::vector<std::string>& arguments) {
  constexpr std::string_view kCommands[] = {"info",  "index",  "dump",          "diff",       "run",
                                            "merge", "bisect", "bisect-script", "diff-state", "probe"};
  if (arguments.empty() || std::find(std::begin(kCommands), std::end(kCommands), arguments[0]) == std::end(kCommands)) {
    return "";
  }
  const std::string command = arguments[0];
  arguments.erase(arguments.begin());
  return command;
}

std::string required_is_missing(const std::string& command) {
  if (command == "diff") return "two pictures or two folders are needed";
  if (command == "diff-state") return "two state dumps are needed";
  if (command == "bisect-script") return "a trace, --frame, --expect and --build are needed";
  if (command == "run") return "no manifest is given";
  if (command == "merge") return "no results are given";
  return "no trace is given";
}

CommandLine parse_command(CLI::App& app, const std::string& command, std::vector<std::string> arguments) {
  Raw raw;
  CommandLine line;
  check_no_empty_values(arguments);
  std::reverse(arguments.begin(), arguments.end());  // as CLI11 wants them
  if (command == "info") {
    line.command = parse_info(app, raw, std::move(arguments));
  } else if (command == "index") {
    line.command = parse_index(app, raw, std::move(arguments));
  } else if (command == "dump") {
    line.command = parse_dump(app, raw, std::move(arguments));
  } else if (command == "diff") {
    line.command = parse_diff(app, raw, std::move(arguments));
  } else if (command == "run") {
    line.command = parse_run(app, raw, std::move(arguments));
  } else if (command == "bisect") {
    line.command = parse_bisect(app, raw, std::move(arguments));
  } else if (command == "bisect-script") {
    line.command = parse_bisect_script(app, raw, std::move(arguments));
  } else if (command == "diff-state") {
    line.command = parse_diff_state(app, raw, std::move(arguments));
  } else if (command == "probe") {
    line.command = parse_probe(app, raw, std::move(arguments));
  } else if (command == "merge") {
    line.command = parse_merge(app, raw, std::move(arguments));
  } else {
    line.command = parse_replay(app, raw, std::move(arguments));
  }
  line.verbosity = raw.verbose - raw.quiet;
  return line;
}

}  // namespace

bool ReplayOptions::several_pictures() const {
  if (last_frame) return !frames.empty() || !calls.empty() || !marks.empty();
  if ((!frames.empty() && !calls.empty()) || !marks.empty()) return true;
  return !frames.only() && !calls.only();
}

std::variant<CommandLine, Answer, UsageError> parse_command_line(int argc, const char* const* argv) {
  std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
  const std::string command = take_command(arguments);
  const std::string hint = fmt::format("Try 'replay{}{} --help'.", command.empty() ? "" : " ", command);
  CLI::App app;
  app.formatter(std::make_shared<HelpText>());
  try {
    return parse_command(app, command, std::move(arguments));
  } catch (const CLI::CallForHelp&) {
    return Answer{CLI::detail::find_and_replace(app.help(), "\n\n\n", "\n\n")};
  } catch (const CLI::CallForVersion& version) {
    return Answer{version.what()};
  } catch (const CLI::RequiredError&) {
    return UsageError{required_is_missing(command), hint};
  } catch (const CLI::ParseError& error) {
    return UsageError{error.what(), hint};
  } catch (const Refused& refused) {
    return UsageError{refused.what(), hint};
  }
}

}  // namespace replay
