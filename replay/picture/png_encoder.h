// Pictures as PNG files.
#pragma once

#include <cstdint>
#include <vector>

#include "loaders/base/result.h"
#include "replay/picture/picture.h"

namespace replay {

// Returns the bytes of a PNG file with 8-bit RGB. Alpha is left out: window systems ignore the alpha of a framebuffer,
// so a picture with it would look different from the window. Equal pictures give equal bytes.
//
// The few bytes around the compressed rows are written here, because libpng has no other compressor than zlib. A replay
// that takes a picture of every frame would spend most of its time in zlib. libdeflate at level 1 takes a half to a
// third of the time of zlib (level 1, runs only), and its files are smaller. All the rows are in memory, three times
// over at worst.
//
// `level` is one of libdeflate, from 0 (nothing is compressed) to 12 (smallest and slowest). From kFilterLevel on, each
// row also gets the filter of PNG that suits it best, which takes longer than all of level 1.
constexpr int kMaxPngLevel = 12, kFilterLevel = 4;
loaders::Result<std::vector<std::uint8_t>> encode_png(const Picture& picture, int level = 1);

}  // namespace replay
