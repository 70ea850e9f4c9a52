// The options of the commands that write a recording: convert.
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

loaders::Packing packing_of(const std::string& name) {
  if (const auto packing = loaders::find_packing(name)) return *packing;
  throw Refused(fmt::format("--compression '{}': it is 'snappy', 'zlib', 'zstd', 'brotli' or 'none'", name));
}

}  // namespace

ConvertOptions parse_convert(CLI::App& app, Raw& raw, std::vector<std::string> arguments) {
  ConvertOptions options;
  std::string compression = "snappy";
  app.description(kConvertAbout);
  app.footer(kConvertNotes);
  put_in_group("Output",
               {
                   app.add_option("-o,--output", options.output, "Write the recording to FILE")
                       ->type_name("FILE")
                       ->required(),
                   app.add_option("--compression", compression,
                                  "snappy (the default), zlib, zstd (apitrace reads it since 2025), brotli,\nnone")
                       ->type_name("NAME"),
                   app.add_option("--frame", options.frame, "Stop after frame N")->type_name("N"),
                   app.add_option("--call", options.call, "Stop after call N")->type_name("N"),
               });
  add_trace(app, options.trace);
  parse_running(app, raw, "convert", std::move(arguments), options);
  check_not_empty(app, "--output", options.output);
  check_spares_trace(options.output, options.trace);
  options.packing = packing_of(compression);
  return options;
}

}  // namespace replay
