// The options of the commands that write a recording, or a program that makes its calls: convert, export-c.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <string>
#include <utility>
#include <vector>

#include "replay/command_line/options_parts.h"
#include "replay/command_line/parsers.h"

namespace replay {
namespace {

constexpr const char* kConvertAbout =
    R"(Writes a recording of any format as one of apitrace (version 6), which apitrace's tools read as well:
a WIP15 file, or what a web page drew, in qapitrace. The pictures are the same.

Usage: replay convert TRACE -o OUT.trace [OPTIONS])";

constexpr const char* kConvertNotes =
    "Exit codes: 0 converted; 2 wrong usage; 125 the recording is damaged or cut: OUT has the calls before the\n"
    "damage.";

constexpr const char* kExportAbout =
    R"(Writes a C program that makes the calls of a trace up to a frame, without those that cannot reach its
picture, and shows that picture: FOLDER/repro.c, with large data in FOLDER/blobs.

Usage: replay export-c TRACE -o FOLDER [--frame N | --call N] [OPTIONS]

  cc -o repro repro.c -lEGL -lGL && ./repro

The program needs no display. It prints the MD5 of the picture as 'replay --hash' does, and writes it as
PPM. The trace is replayed without a window while the program is written.)";

constexpr const char* kExportNotes =
    "Exit codes: 0 written; 2 wrong usage; 125 the recording is damaged or cut, and FOLDER has what comes before\n"
    "the damage; or nothing is written.";

}  // namespace

ConvertOptions parse_convert(CLI::App& app, Raw& raw, std::vector<std::string> arguments) {
  ConvertOptions options;
  app.description(kConvertAbout);
  app.footer(kConvertNotes);
  put_in_group(
      "Output",
      {
          app.add_option("-o,--output", options.output, "Write the recording to FILE")->type_name("FILE")->required(),
          add_compression(app, raw),
          app.add_option("--frame", options.frame, "Stop after frame N")->type_name("N"),
          app.add_option("--call", options.call, "Stop after call N")->type_name("N"),
      });
  add_trace(app, options.trace);
  parse_running(app, raw, "convert", std::move(arguments), options);
  check_not_empty(app, "--output", options.output);
  check_spares_trace(options.output, options.trace);
  options.packing = packing_of(raw);
  return options;
}

ExportOptions parse_export_c(CLI::App& app, Raw& raw, std::vector<std::string> arguments) {
  ExportOptions options;
  app.description(kExportAbout);
  app.footer(kExportNotes);
  CLI::Option* frame =
      app.add_option("--frame", options.frame, "The frame that the program shows; the last one otherwise")
          ->type_name("N");
  put_in_group("Output", {
                             app.add_option("-o,--output", options.output, "Make FOLDER; an empty one may be there")
                                 ->type_name("FOLDER")
                                 ->required(),
                             frame,
                             app.add_option("--call", options.call, "Show what call N draws into instead")
                                 ->type_name("N")
                                 ->excludes(frame),
                             app.add_flag("--force", options.force, "Go on when there are more than 20000 calls"),
                             app.add_flag("!--no-seek", options.seek, "Make calls that cannot reach the picture, too"),
                         });
  add_trace(app, options.trace);
  parse_running(app, raw, "export-c", std::move(arguments), options);
  check_not_empty(app, "--output", options.output);
  check_spares_trace(options.output, options.trace);
  return options;
}

}  // namespace replay
