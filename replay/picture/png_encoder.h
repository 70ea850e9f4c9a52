// A picture as the bytes of a PNG file.
#pragma once

#include <cstdint>
#include <vector>

#include "replay/picture/picture.h"

namespace replay {

// 8-bit RGB, alpha dropped: window systems ignore the alpha of a framebuffer, so a picture with it would look different
// from the window. Equal pictures give equal bytes.
//
// The few bytes around the compressed rows are written here, because libpng has no other compressor than zlib, which is most
// of the time of a replay that takes a picture of every frame: libdeflate at level 1 takes a half to a third of zlib's (level
// 1, runs only), for smaller files. All the rows are in memory, three times over at worst. Throws std::runtime_error or
// std::bad_alloc.
std::vector<std::uint8_t> encode_png(const Picture& picture);

}  // namespace replay
