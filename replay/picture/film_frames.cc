#include "replay/picture/film_frames.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace replay {
namespace {

constexpr std::string_view kFrameLine = "FRAME\n";

// The weights are fractions of 65536. Each sum is rounded, not cut.
std::uint8_t weighted(const std::uint8_t* rgb, int red, int green, int blue, int offset) {
  return static_cast<std::uint8_t>(((red * rgb[0] + green * rgb[1] + blue * rgb[2] + 0x8000) >> 16) + offset);
}

}  // namespace

std::string y4m_header(int width, int height, double rate) {
  constexpr double kSteps = 1000;  // so that 59.94 stays what it is
  return fmt::format("YUV4MPEG2 W{} H{} F{}:{} Ip A1:1 C444 XCOLORRANGE=LIMITED\n", width, height,
                     std::max(std::llround(rate * kSteps), 1LL), static_cast<int>(kSteps));
}

std::vector<std::uint8_t> y4m_frame(const Picture& picture) {
  const std::size_t plane = picture.rgba.size() / 4;
  std::vector<std::uint8_t> frame(kFrameLine.size() + plane * 3);
  std::uint8_t* y = std::copy(kFrameLine.begin(), kFrameLine.end(), frame.data());
  std::uint8_t* cb = y + plane;
  std::uint8_t* cr = cb + plane;
  for (int line = 0; line < picture.height; ++line) {
    const std::uint8_t* rgba = picture.row(line);
    for (int x = 0; x < picture.width; ++x, rgba += 4) {
      *y++ = weighted(rgba, 16829, 33039, 6416, 16);
      *cb++ = weighted(rgba, -9714, -19070, 28784, 128);
      *cr++ = weighted(rgba, 28784, -24103, -4681, 128);
    }
  }
  return frame;
}

Picture with_size(const Picture& picture, int width, int height) {
  const auto stride = static_cast<std::size_t>(width) * 4;
  Picture sized{width, height, false, std::vector<std::uint8_t>(stride * static_cast<std::size_t>(height))};
  const auto common = static_cast<std::size_t>(std::min(width, picture.width)) * 4;
  for (int y = 0; y < std::min(height, picture.height); ++y) {
    std::copy_n(picture.row(y), common, &sized.rgba[stride * static_cast<std::size_t>(y)]);
  }
  return sized;
}

}  // namespace replay
