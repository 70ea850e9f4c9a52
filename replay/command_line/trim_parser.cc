// The options of trim.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <string>
#include <utility>
#include <vector>

#include "replay/command_line/options_parts.h"
#include "replay/command_line/parsers.h"

namespace replay {
namespace {

constexpr const char* kTrimAbout =
    R"(Makes a recording of some frames of a recording, with the calls that they need and no others. The
result is an apitrace file. It is replayed, and its pictures are compared with those of TRACE; where
they differ, more calls are kept.

Usage: replay trim TRACE --frame N[-M]|last -o OUT.trace
       replay trim TRACE --call A[-B] -o OUT.trace)";

constexpr const char* kTrimNotes =
    "Exit codes: 0 OUT shows the same pictures; 2 wrong usage; 125 cannot judge: TRACE is damaged before\n"
    "the frames end, or no recording of them shows the same pictures.";

}  // namespace

TrimOptions parse_trim(CLI::App& app, Raw& raw, std::vector<std::string> arguments) {
  TrimOptions options;
  bool no_verify = false;
  app.description(kTrimAbout);
  app.footer(kTrimNotes);
  put_in_group("What is kept",
               {add_set(app, "--frame", "N[-M]|last", raw.frames, "These frames; 'last' takes the last one"),
                add_set(app, "--call", "A[-B]", raw.calls, "These calls, and the picture after the last of them")});
  put_in_group(
      "Output",
      {app.add_option("-o,--output", options.output, "Write the recording there")->type_name("OUT.trace")->required(),
       add_compression(app, raw),
       app.add_flag("--no-verify", no_verify, "Do not replay it, and do not compare pictures")});
  add_trace(app, options.trace);
  put_in_group("Running", {add_sandbox(app, raw), add_memory_limit(app, raw), add_limits(app, raw)});
  add_general(app, raw);
  app.parse(std::move(arguments));
  options.last_frame = raw.frames == std::vector<std::string>{"last"};
  if (!options.last_frame) options.frames = range_of("--frame", raw.frames, parse_frame_set);
  options.calls = range_of("--call", raw.calls, parse_call_set);
  if ((options.frames || options.last_frame) == options.calls.has_value())
    throw Refused("either --frame or --call is needed");
  check_not_empty(app, "--output", options.output);
  check_spares_trace(options.output, options.trace);
  options.packing = packing_of(raw);
  options.verifies = !no_verify;
  options.limits = limits_of(raw);
  options.supervision = confinement_of(raw);
  options.replay_arguments = words_of(options.supervision);
  for (const std::string& limit : raw.limits)
    options.replay_arguments.insert(options.replay_arguments.end(), {"--limit", limit});
  return options;
}

}  // namespace replay
