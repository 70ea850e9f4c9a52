// A picture as the bytes of a PNG file.
#pragma once

#include <cstdint>
#include <vector>

#include "replay/observe/picture.h"

namespace replay {

// 8-bit RGB, alpha dropped: window systems ignore the alpha of a framebuffer, so a picture with it would look different
// from the window. Equal pictures give equal bytes.
//
// Row filter SUB, zlib level 1, run-length matches only: three to four times as fast as libpng's defaults, for files up
// to twice as large (measured with the pictures of data/refs). Throws std::runtime_error with a sentence.
std::vector<std::uint8_t> encode_png(const Picture& picture);

}  // namespace replay
