#include "replay/platform/pixel_format.h"

#include <spdlog/fmt/fmt.h>

namespace replay {

std::string to_string(const PixelFormat& format) {
  std::string text = fmt::format("RGBA {}/{}/{}/{}, depth {}, stencil {}", format.red, format.green, format.blue,
                                 format.alpha, format.depth, format.stencil);
  if (format.samples > 0) text += fmt::format(", {} samples", format.samples);
  if (format.srgb) text += ", sRGB";
  if (!format.double_buffer) text += ", single-buffered";
  return text;
}

bool is_worse(const PixelFormat& given, const PixelFormat& asked) {
  return given.red != asked.red || given.green != asked.green || given.blue != asked.blue ||
         given.alpha != asked.alpha || given.depth < asked.depth || given.stencil < asked.stencil ||
         given.samples != asked.samples || (asked.srgb && !given.srgb);
}

}  // namespace replay
