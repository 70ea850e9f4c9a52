// The options of the commands that only read a trace: info, index, dump, diff-calls.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <string>
#include <utility>
#include <vector>

#include "replay/command_line/options_parts.h"
#include "replay/command_line/parsers.h"

namespace replay {
namespace {

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

constexpr const char* kDiffCallsAbout =
    R"(Compares the calls of two recordings, as 'diff' does with lines of text. Frames are aligned first, and
then the calls inside. Objects are matched by what they are for, so other names of them are no
difference; addresses, handles and what the driver answered are not compared.

Usage: replay diff-calls A B [OPTIONS])";

constexpr const char* kDiffCallsNotes =
    "Exit codes: 0 the calls are the same; 1 they differ; 2 wrong usage; 125 cannot judge: a file is damaged.";

}  // namespace

InfoOptions parse_info(CLI::App& app, Raw& raw, std::vector<std::string> arguments) {
  InfoOptions options;
  app.description(kInfoAbout);
  app.add_flag("--json", options.json, "Print it as JSON")->group("Output");
  add_trace(app, options.trace);
  parse_running(app, raw, "info", std::move(arguments), options);
  return options;
}

IndexOptions parse_index(CLI::App& app, Raw& raw, std::vector<std::string> arguments) {
  IndexOptions options;
  app.description(kIndexAbout);
  app.add_option("-o,--output", options.output, "Write it there; replays only find it beside the trace")
      ->type_name("FILE")
      ->group("Output");
  add_trace(app, options.trace);
  parse_running(app, raw, "index", std::move(arguments), options);
  check_not_empty(app, "--output", options.output);
  check_spares_trace(options.output, options.trace);
  return options;
}

CLI::Option* add_colour(CLI::App& app, std::string& colour) {
  return app
      .add_option("--color", colour, "'auto' (the default): on a terminal, unless NO_COLOR is set; 'always';\n'never'")
      ->type_name("WHEN");
}

ColourChoice colour_of(const std::string& text) {
  if (text == "always") return ColourChoice::kAlways;
  if (text == "never") return ColourChoice::kNever;
  if (text == "auto") return ColourChoice::kAuto;
  throw Refused(fmt::format("--color '{}': it is 'auto', 'always' or 'never'", text));
}

DumpOptions parse_dump(CLI::App& app, Raw& raw, std::vector<std::string> arguments) {
  DumpOptions options;
  std::string colour = "auto";
  app.description(kDumpAbout);
  add_set(app, "--call", "CALLSET", raw.calls, "Only these calls, in apitrace's grammar: 12, 100-200, */draw")
      ->group("Output");
  add_set(app, "--frame", "SET", raw.frames, "Only the calls of these frames (0-9, last); with --call: what both have")
      ->group("Output");
  app.add_flag("--json", options.json, "Print each call as a JSON object, one a line")->group("Output");
  app.add_flag("--multiline", options.multiline, "Print texts of several lines, such as shaders, as several lines")
      ->group("Output");
  add_colour(app, colour)->group("Output");
  app.add_option("--blobs", options.blobs,
                 "Write the bytes that the printed calls have as arguments into FOLDER, as\nCALL_ARGUMENT.bin")
      ->type_name("FOLDER")
      ->group("Output");
  app.add_option("--grep", options.grep, "Only calls whose text has a match of the regular expression (RE2)")
      ->type_name("REGEX")
      ->group("Output");
  add_trace(app, options.trace);
  parse_running(app, raw, "dump", std::move(arguments), options);
  options.calls = parse_sets("--call", raw.calls, parse_call_set);
  options.frames = parse_sets("--frame", raw.frames, parse_frame_set);
  check_regex("--grep", options.grep);
  check_not_empty(app, "--blobs", options.blobs);
  options.colour = colour_of(colour);
  if (options.json && (options.multiline || options.colour == ColourChoice::kAlways))
    throw Refused("--json has one line for each call and no colours: leave out --multiline and --color");
  return options;
}

DiffCallsOptions parse_diff_calls(CLI::App& app, Raw& raw, std::vector<std::string> arguments) {
  DiffCallsOptions options;
  std::string colour = "auto";
  app.description(kDiffCallsAbout);
  app.footer(kDiffCallsNotes);
  put_in_group(
      "Output",
      {
          app.add_option("-U,--context", options.context, "Show N calls around each difference (3)")->type_name("N"),
          add_colour(app, colour),
          app.add_flag("--summary", options.summary, "Print only how many calls and frames differ"),
          app.add_option("--html", options.html, "Write a page with the differences to FILE")->type_name("FILE"),
      });
  app.add_flag("--answers", options.answers, "Compare what the driver answered, too: results of queries, errors")
      ->group("Judging");
  app.add_option("A", options.first)->required();
  app.add_option("B", options.second)->required();
  parse_running(app, raw, "diff-calls", std::move(arguments), options);
  check_not_empty(app, "--html", options.html);
  for (const std::string* trace : {&options.first, &options.second}) check_spares_trace(options.html, *trace);
  options.colour = colour_of(colour);
  return options;
}

}  // namespace replay
