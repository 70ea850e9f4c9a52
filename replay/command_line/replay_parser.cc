// The options of a replay.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "replay/command_line/options_parts.h"
#include "replay/command_line/parsers.h"
#include "replay/picture/png_encoder.h"

namespace replay {
namespace {

constexpr const char* kReplayAbout = R"(Replays OpenGL traces and shows, saves or hashes what they draw.

Usage: replay TRACE [OPTIONS]    replay it: in a window when there is a display, or headless
       replay info TRACE         what is in the file, and what it needs from the driver
       replay dump TRACE         the calls as text, one a line
       replay index TRACE        writes TRACE.index, with which --frame N starts sooner
       replay convert TRACE ...  a recording of any format as one of apitrace
       replay trim TRACE ...     a recording of some frames and what they need
       replay shrink TRACE ...   the smallest recording that shows a fault
       replay export-c TRACE ... a C program that makes the calls of a frame
       replay diff-calls A B     the calls of two recordings
       replay diff A B           two pictures, or two folders of pictures
       replay inspect TRACE ...  a page that shows what each call of a frame does
       replay pixel TRACE ...    the calls of a frame that changed a pixel
       replay bisect TRACE       the first call that two drivers draw differently
       replay compare TRACE...   whether one driver is slower than another
       replay bisect-script ...  a script for 'git bisect run'
       replay diff-state A B     two dumps of --state
       replay run MANIFEST       a corpus of traces
       replay merge RESULTS...   the results of a corpus that several machines ran
A trace that is called like a command is written as a path: ./info
It can be a pipe, or - for standard input: then it is read once, without seeking, --loop and the last frame)";

constexpr const char* kReplayNotes =
    R"(SET counts frames from 0:    120    0,60,120    10-20/2 (every second)    100- (to the end)    * or all    last
A recording without a swap has frame 0, its window at the end; without a window that is the framebuffer that
it drew into last.
CALLSET counts calls, as apitrace does. It can also pick kinds of calls, alone or after a range and '/':
  frame    rendertarget = fbo    render = draw            for example: draw    1000-/frame    0-500/fbo,1234
@FILE reads a set from a file. Both options may be repeated. The replay stops after the last picture.

In a window a replay holds its last frame, or the one frame or call that is asked for, until q; ? shows its keys.
With --exit-at-end it does not, and neither with options that have a result: -o, --hash, --expect, --strict, --json,
--benchmark, --profile, --state, --timeout, several pictures. Those draw in plain windows and end by themselves.

Exit codes: 0 good; 1 differs, or GL went wrong under --strict; 2 wrong usage; 125 cannot judge.)";

void add_picture_options(CLI::App& app, ReplayOptions& options, Raw& raw) {
  put_in_group(
      "Pictures",
      {
          add_set(app, "--frame,--frames", "SET", raw.frames, "Take a picture of each frame of SET, at its swap"),
          add_set(app, "--call", "CALLSET", raw.calls,
                  "Take a picture after each call of CALLSET; with --frame: that is in its SET"),
          app.add_option("--mark", options.marks,
                         "Take a picture at each mark of the recording whose name fits GLOB ('ref:*'):\n"
                         "marks of WTF, GL_EXT_debug_marker and GL_GREMEDY_string_marker. It is named as\n"
                         "that of a call")
              ->allow_extra_args(false)
              ->type_name("GLOB"),
          app.add_option("-o,--output", options.output,
                         "One picture: the file to write. Several pictures, or a PATH that ends in\n"
                         "'/': a folder, made if missing, for frame_0120.png, call_0000012345.png.\n"
                         "Without -o they go to the current folder as TRACE.frame_0120.png.\n"
                         "'-': one picture as PNG, or a film as Y4M, to standard output:\n"
                         "replay TRACE --frames all -o - | ffmpeg -i - film.mp4")
              ->type_name("PATH"),
          app.add_option("--format", raw.format,
                         "png, qoi, ppm, or one film of all pictures: y4m, rgb (bare pixels). Otherwise\n"
                         "the ending of -o decides. To '-', pictures follow one another as they are")
              ->type_name("FORMAT"),
          app.add_option("--png-level", options.coding.png_level,
                         "How well PNG files are packed: 0 (not at all), 1 (fast, if not given) to 12")
              ->type_name("N"),
          app.add_flag("!--no-seek", options.seek,
                       "Make every call. Otherwise drawing that cannot reach the pictures is left out,\n"
                       "except where something is judged: --strict, --self-check, --expect"),
          app.add_flag("--hash", options.hash,
                       "Print 'frame 120 MD5' for each picture: the MD5 of its RGB pixels, top row\n"
                       "first. The picture itself is written only when -o is given as well"),
      });
}

void add_running_options(CLI::App& app, ReplayOptions& options, Raw& raw) {
  CLI::Option* headless =
      app.add_flag("--headless", raw.headless, "Draw without a window, even when there is a display");
  CLI::Option* wait =
      app.add_flag("--wait", options.wait, "In a window: hold the last frame, also with options that have a result");
  put_in_group(
      "Running",
      {
          headless,
          app.add_flag("--window", raw.window, "Draw in a window, or fail when there is no display")
              ->excludes(headless),
          app.add_option("--fps", raw.fps, "Show at most RATE frames a second; the rate of a film (60 if not given)")
              ->type_name("RATE"),
          wait,
          app.add_flag("--exit-at-end", options.exit_at_end, "In a window: end with the recording, for scripts")
              ->excludes(wait),
          app.add_flag("--paused", options.paused, "In a window: begin with a pause at the first frame"),
          app.add_option("--loop", options.loop, "Replay the trace N times, each from the state that it began with")
              ->type_name("N"),
          app.add_flag("--benchmark", options.benchmark,
                       "Measure frame times, frames a second and CPU time a frame; takes no pictures"),
          app.add_flag("--profile", options.profile,
                       "Take the time of every call, on the CPU and by GPU time stamps: totals by\n"
                       "function, program, kind and debug group, the ten most expensive calls, and what\n"
                       "stands out: stalls, redundant state, data that is uploaded again"),
          app.add_option("--profile-trace", options.profile_trace,
                         "The same, and a timeline for ui.perfetto.dev or chrome://tracing to FILE")
              ->type_name("FILE"),
          app.add_flag("--allow-lower", options.allow_lower,
                       "Go on when the driver has only a lower version of GL than the recording"),
          app.add_flag("--run-incomplete", options.run_incomplete,
                       "Issue calls that the recorded program entered and never left, too"),
          add_sandbox(app, raw),
          add_memory_limit(app, raw),
          add_limits(app, raw),
          add_size(app, raw),
      });
}

void add_judging_options(CLI::App& app, ReplayOptions& options, Raw& raw) {
  put_in_group(
      "Judging",
      {
          app.add_flag("--strict", options.strict,
                       "Exit with 1 when a call was skipped that had an effect in the recording, or GL\n"
                       "raised an error that the recording did not have. Errors after which the recorded\n"
                       "program did not ask for errors are told and do not count"),
          app.add_option("--known-errors", options.known_errors,
                         "With --strict: errors that are not in REPORT, which --json wrote with a driver that\n"
                         "is good, count even where the recorded program did not ask; those in it do not")
              ->type_name("REPORT"),
          app.add_option("--expect", options.expect,
                         "With --frame N: exit with 1 when the frame is not REF: a PNG file, an MD5 as of\n"
                         "--hash, or a text file with several of them, any of which will do. On a\n"
                         "difference the pictures are written: NAME.actual.png, .expected, .difference")
              ->type_name("REF"),
          add_tolerance(app, raw),
          add_required_renderer(app, options,
                                "Judge nothing unless the regular expression matches GL_RENDERER of the context\n"
                                "that replays: proof that the driver just built is the one that ran"),
          add_required_version(app, options),
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

void add_state_options(CLI::App& app, ReplayOptions& options, Raw& raw) {
  put_in_group(
      "State",
      {
          app.add_option("--state", raw.state,
                         "Write the state of GL after call N, or at the 'last' frame, as JSON; after each call\n"
                         "of CALLSET (10,20-30 or 100-200/draw): a line of JSON for each")
              ->type_name("CALLSET"),
          app.add_option("--state-file", options.state_file, "Where it goes, '-' for standard output (the default)")
              ->type_name("FILE"),
          app.add_option("--state-pictures", options.state_pictures,
                         "With --state: a picture of each texture, and of what is drawn into, to FOLDER")
              ->type_name("FOLDER"),
          app.add_option("--state-files", options.state_files,
                         "With --state: shaders, buffers, textures (PNG, KTX2) and the vertices of a draw (CSV,\n"
                         "OBJ) to FOLDER; for several calls to a folder in it for each")
              ->type_name("FOLDER"),
      });
}

CallSet states_of(const std::string& text) {
  loaders::Result<CallSet> set = parse_call_set(text);
  if (!set) throw Refused(fmt::format("--state '{}': {}", text, set.error().problem));
  return *std::move(set);
}

void check_state(const CLI::App& app, const Raw& raw, ReplayOptions& options) {
  if (raw.state == "last") options.states.add_last();
  else if (app.count("--state") != 0) options.states = states_of(raw.state);
  check_not_empty(app, "--state-file", options.state_file);
  check_not_empty(app, "--state-pictures", options.state_pictures);
  check_not_empty(app, "--state-files", options.state_files);
  const bool has_place =
      app.count("--state-file") != 0 || app.count("--state-pictures") != 0 || app.count("--state-files") != 0;
  if (options.states.empty() && has_place) {
    throw Refused("--state-file, --state-pictures and --state-files need --state");
  }
  if (!options.states.empty() && options.loop != 1) throw Refused("--state looks at one replay: leave out --loop");
  if (!options.states.empty() && options.state_file == "-" && (options.hash || options.json == "-")) {
    throw Refused("the state would mix with other results on standard output: give --state-file");
  }
}

void check_standard_output_is_free(const ReplayOptions& options) {
  if (options.hash || options.json == "-" || (!options.states.empty() && options.state_file == "-"))
    throw Refused("-o - writes pictures to standard output, where other results would mix with them");
  if (!options.expect.empty()) throw Refused("--expect writes pictures of a difference beside -o, which '-' has not");
}

// A file that is called x.jpg and holds a PNG would mislead whoever opens it. An ending that says nothing of pictures
// misleads nobody.
void check_ending(const ReplayOptions& options) {
  if (!is_of_other_format(options.output)) return;
  throw Refused(fmt::format("-o {}: pictures are written as {}; with --format, under any name", options.output,
                            picture_format_names()));
}

// What was asked for comes first, then the ending of a file. A picture that goes to a program should not lose anything,
// and a film should need no explanation.
PictureFormat format_of(const Raw& raw, const ReplayOptions& options) {
  if (!raw.format.empty()) {
    const auto format = find_picture_format(raw.format);
    if (!format) throw Refused(fmt::format("--format '{}' is none of {}", raw.format, picture_format_names()));
    return *format;
  }
  if (options.output == "-" && options.several_pictures()) return PictureFormat::kY4m;
  if (const auto format = format_of_file(options.output)) return *format;
  check_ending(options);
  return PictureFormat::kPng;
}

void set_coding(const CLI::App& app, const Raw& raw, ReplayOptions& options) {
  check_not_empty(app, "--format", raw.format);
  options.coding.format = format_of(raw, options);
  if (is_film(options.coding.format) && options.output.empty())
    throw Refused(fmt::format("--format {} needs -o FILE, or -o - for standard output", raw.format));
  if (options.output.empty() && app.count("--format") != 0 && !options.reads_pictures())
    throw Refused("--format is that of pictures, but none is asked for: add --frame, --call or --mark");
  const int level = options.coding.png_level;
  if (level < 0 || level > kMaxPngLevel)
    throw Refused(fmt::format("--png-level needs a number of 0 to {}", kMaxPngLevel));
  if (app.count("--png-level") != 0 && options.coding.format != PictureFormat::kPng)
    throw Refused("--png-level is for PNG files");
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

void check_numbers(const CLI::App& app, const Raw& raw, ReplayOptions& options) {
  if (app.count("--fps") != 0) {
    if (!std::isfinite(raw.fps) || raw.fps <= 0) throw Refused("--fps needs a number above 0");
    options.fps = raw.fps;
  }
  if (options.loop < 1) throw Refused("--loop needs a number of at least 1");
}

void check_judging(const CLI::App& app, const Raw& raw, ReplayOptions& options) {
  check_not_empty(app, "--expect", options.expect);
  check_not_empty(app, "--known-errors", options.known_errors);
  if (!options.known_errors.empty() && !options.strict) throw Refused("--known-errors needs --strict");
  if (!options.known_errors.empty() && options.loop != 1)
    throw Refused("--known-errors looks at one replay: leave out --loop");
  if (!options.expect.empty() && (!options.frames.is_single() || !options.calls.empty())) {
    throw Refused("--expect needs one frame to look at: --frame N");
  }
  if (!options.expect.empty() && options.loop != 1) throw Refused("--expect looks at one replay: leave out --loop");
  options.tolerance = tolerance_of(raw);
  if (app.count("--tolerance") != 0 && options.expect.empty()) throw Refused("--tolerance needs --expect");
  check_required_driver(app, options);
}

void check_supervision(const CLI::App& app, const Raw& raw, std::vector<std::string> words, ReplayOptions& options) {
  options.supervision = supervision_of(app, raw, std::move(words));
  options.supervision.in_child |= app.count("--crash") != 0 || !options.expect.empty();
  if (options.supervision.sandbox == Sandbox::kOff) return;
  if (raw.window) throw Refused("--sandbox draws without a window: a display lets in whoever can talk to it");
  options.window = WindowChoice::kHeadless;
}

}  // namespace

bool ReplayOptions::is_look() const {
  if (wait) return true;
  const bool has_result = hash || !output.empty() || !expect.empty() || benchmark || profile || !json.empty() ||
                          strict || self_check || !states.empty() || !marks.empty() || supervision.in_child;
  // One picture is of a place that can be looked at; several are work.
  return !has_result && (!reads_pictures() || !several_pictures()) && (frames.empty() || calls.empty());
}

bool ReplayOptions::several_pictures() const { return !marks.empty() || !(calls.empty() ? frames : calls).is_single(); }

ReplayOptions parse_replay(CLI::App& app, Raw& raw, std::vector<std::string> arguments) {
  ReplayOptions options;
  std::vector<std::string> words(arguments.rbegin(), arguments.rend());
  app.description(kReplayAbout);
  app.footer(kReplayNotes);
  add_picture_options(app, options, raw);
  add_running_options(app, options, raw);
  add_judging_options(app, options, raw);
  add_state_options(app, options, raw);
  add_trace(app, options.trace);
  add_general(app, raw);
  app.set_version_flag("--version", "",
                       "Print version, commit, formats and libraries and stop; --version --json: as JSON")
      ->group("General");
  app.parse(std::move(arguments));

  options.limits = limits_of(raw);
  options.size = size_of(raw);
  options.frames = parse_sets("--frame", raw.frames, parse_frame_set);
  options.calls = parse_sets("--call", raw.calls, parse_call_set);
  if (raw.headless) options.window = WindowChoice::kHeadless;
  if (raw.window) options.window = WindowChoice::kWindow;
  check_numbers(app, raw, options);
  check_not_empty(app, "--output", options.output);
  check_not_empty(app, "--json", options.json);
  check_not_empty(app, "--profile-trace", options.profile_trace);
  options.profile |= !options.profile_trace.empty();
  check_judging(app, raw, options);
  check_supervision(app, raw, std::move(words), options);
  set_coding(app, raw, options);
  check_pictures(options);
  check_state(app, raw, options);
  if (options.output == "-") check_standard_output_is_free(options);
  check_spares_trace(options.state_file, options.trace);
  check_spares_trace(options.output, options.trace);
  check_spares_trace(options.json, options.trace);
  check_spares_trace(options.profile_trace, options.trace);
  return options;
}

}  // namespace replay
