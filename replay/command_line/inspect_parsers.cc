// The options of the commands that look inside of a frame: inspect, pixel.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "replay/command_line/options_parts.h"
#include "replay/command_line/parsers.h"

namespace replay {
namespace {

constexpr const char* kInspectAbout =
    R"(Writes a page that shows what each call of a frame does: the picture after it, what it changed, the
history of each pixel, the state, shaders, uniforms and textures of each draw, and how long calls take.

Usage: replay inspect TRACE --frame N -o PAGE.html [OPTIONS]
       replay inspect TRACE --frame N --good ENV --bad ENV -o PAGE.html [OPTIONS]

The page is one file, or a folder with index.html ('-o FOLDER/'). It needs a browser, no network and no server.
A page of more than 40 MB has its data in a folder beside it.)";

constexpr const char* kInspectNotes =
    R"(ENV is environment assignments, a command in front, or both, as of 'replay bisect'. The page has both drivers
then, what differs after each call, and both states. Without --good or --bad that side is the plain
environment.

Exit codes: 0 written; 2 wrong usage; 125 cannot judge: there is no such frame, or the page lacks something,
because the recording is damaged in the frame or a side crashed. The page has the calls before then.)";

constexpr const char* kPixelAbout =
    R"(Lists the calls of a frame that changed a pixel, each with the value before and after it: colour, depth
and stencil.

Usage: replay pixel TRACE --frame N --at X,Y [OPTIONS]

X and Y are counted from the top left, from 0, as in the pictures that 'replay' writes.)";

constexpr const char* kPixelNotes =
    "Exit codes: 0 printed; 2 wrong usage; 125 cannot judge: there is no such frame, pixel or image, or the\n"
    "recording is damaged.";

// Reads one number of X,Y. Returns where it ends, or null.
const char* read_number(const char* at, const char* end, int& number) {
  const auto [rest, problem] = std::from_chars(at, end, number);
  return problem == std::errc() && number >= 0 ? rest : nullptr;
}

void read_place(const std::string& text, int& x, int& y) {
  const char* end = text.data() + text.size();
  const char* comma = read_number(text.data(), end, x);
  const char* rest = comma != nullptr && comma != end && *comma == ',' ? read_number(comma + 1, end, y) : nullptr;
  if (rest != end) throw Refused(fmt::format("--at {}: X,Y is needed, such as 120,80", text));
}

// What the commands of this file have in common.
template <class Options>
void add_frame(CLI::App& app, std::string& frame, Options& options) {
  app.add_option("--frame", frame, "The frame, from 0, or 'last'")->type_name("N")->required()->group("What is shown");
  app.add_flag("!--no-seek", options.seek, "Make all calls before the frame, also those that cannot reach it")
      ->group("Running");
}

void add_inspected_replay(CLI::App& app, Raw& raw, InspectReplay& options) {
  app.add_flag("!--no-times", options.times, "Replay once, and measure nothing")->group("Running");
  app.add_flag("--allow-lower", options.allow_lower, "Go on with a lower version of GL than the recording's")
      ->group("Running");
  add_size(app, raw)->group("Running");
}

InspectedSides sides_of(const CLI::App& app, const Raw& raw, InspectedSides sides) {
  check_launch("--good", sides.good);
  check_launch("--bad", sides.bad);
  sides.tolerance = tolerance_of(raw);
  sides.timeout = timeout_of(app, raw).value_or(sides.timeout);
  sides.limit_arguments = raw.limits;
  return sides;
}

std::optional<std::uint64_t> frame_of(const std::string& text) {
  if (text == "last") return std::nullopt;
  return number_of("--frame", text);
}

}  // namespace

InspectOptions parse_inspect(CLI::App& app, Raw& raw, std::vector<std::string> arguments) {
  InspectOptions options;
  InspectedSides sides;
  std::string frame;
  app.description(kInspectAbout);
  app.footer(kInspectNotes);
  add_frame(app, frame, options);
  add_inspected_replay(app, raw, options);
  put_in_group("Two drivers",
               {
                   add_side(app, "--good", sides.good, "The driver that is right"),
                   add_side(app, "--bad", sides.bad, "The driver in doubt"),
                   add_tolerance(app, raw),
                   app.add_option("--timeout", raw.timeout, "A side hangs when it takes more than S seconds (600)")
                       ->type_name("S"),
               });
  app.add_option("-o,--output", options.output, "Write the page there, or index.html into a folder")
      ->type_name("PAGE.html|FOLDER/")
      ->required()
      ->group("Output");
  add_trace(app, options.trace);
  parse_running(app, raw, "inspect", std::move(arguments), options);
  check_not_empty(app, "--output", options.output);
  check_spares_trace(options.output, options.trace);
  options.size = size_of(raw);
  options.frame = frame_of(frame);
  if (app.count("--good") + app.count("--bad") != 0) options.sides = sides_of(app, raw, std::move(sides));
  else if (app.count("--tolerance") + app.count("--timeout") != 0)
    throw Refused("--tolerance and --timeout are for two drivers: --good and --bad");
  return options;
}

InspectSideOptions parse_inspect_side(CLI::App& app, Raw& raw, std::vector<std::string> arguments) {
  InspectSideOptions options;
  std::string frame;
  app.description("One side of 'replay inspect --good --bad', which starts it.");
  add_frame(app, frame, options);
  add_inspected_replay(app, raw, options);
  app.add_option("--folder", options.folder, "Store what is seen there")->required();
  app.add_option("--first-block", options.first_block, "The number of the first block of bytes");
  add_trace(app, options.trace);
  parse_running(app, raw, "inspect-side", std::move(arguments), options);
  options.size = size_of(raw);
  options.frame = frame_of(frame);
  return options;
}

PixelOptions parse_pixel(CLI::App& app, Raw& raw, std::vector<std::string> arguments) {
  PixelOptions options;
  std::string frame, at;
  app.description(kPixelAbout);
  app.footer(kPixelNotes);
  add_frame(app, frame, options);
  put_in_group("What is shown",
               {app.add_option("--at", at, "The pixel, from the top left")->type_name("X,Y")->required(),
                app.add_option("--image", options.image,
                               "Of this image ('texture 5 level 0'); otherwise of the window, or of all\n"
                               "images where the frame draws into no window")
                    ->type_name("NAME")});
  app.add_flag("--json", options.json, "Print it as JSON")->group("Output");
  add_trace(app, options.trace);
  parse_running(app, raw, "pixel", std::move(arguments), options);
  check_not_empty(app, "--image", options.image);
  options.frame = frame_of(frame);
  read_place(at, options.x, options.y);
  return options;
}

}  // namespace replay
