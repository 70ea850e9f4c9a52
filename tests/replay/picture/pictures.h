// Small pictures for tests of comparisons.
#pragma once

#include <array>
#include <cstdint>

#include "replay/picture/picture.h"

namespace replay {

inline Picture plain_picture(int width, int height, std::array<std::uint8_t, 4> color) {
  Picture picture{width, height, false, {}};
  for (int i = 0; i < width * height; ++i) picture.rgba.insert(picture.rgba.end(), color.begin(), color.end());
  return picture;
}

// Returns the pixel at (x, y), counted from the top left.
inline std::uint8_t* pixel_at(Picture& picture, int x, int y) {
  return const_cast<std::uint8_t*>(picture.row(y)) + 4 * x;
}

}  // namespace replay
