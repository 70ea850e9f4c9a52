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
history of each pixel, and the state, shaders, uniforms and textures of each draw.

Usage: replay inspect TRACE --frame N -o PAGE.html [OPTIONS]

The page is one file. It needs a browser, no network and no server.)";

constexpr const char* kInspectNotes =
    "Exit codes: 0 written; 2 wrong usage; 125 cannot judge: there is no such frame, or the recording is damaged\n"
    "in it, and the page has the calls before.";

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

std::optional<std::uint64_t> frame_of(const std::string& text) {
  if (text == "last") return std::nullopt;
  return number_of("--frame", text);
}

}  // namespace

InspectOptions parse_inspect(CLI::App& app, Raw& raw, std::vector<std::string> arguments) {
  InspectOptions options;
  std::string frame;
  app.description(kInspectAbout);
  app.footer(kInspectNotes);
  add_frame(app, frame, options);
  app.add_option("-o,--output", options.output, "Write the page there")
      ->type_name("PAGE.html")
      ->required()
      ->group("Output");
  add_trace(app, options.trace);
  parse_running(app, raw, "inspect", std::move(arguments), options);
  check_not_empty(app, "--output", options.output);
  check_spares_trace(options.output, options.trace);
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
