// The pictures of a film as bytes, in a format in which all of them have one size.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "replay/picture/picture.h"

namespace replay {

// What a Y4M stream begins with. `rate`: frames a second, above 0.
std::string y4m_header(int width, int height, double rate);

// One frame of a Y4M stream: a line, then a plane each of Y, Cb and Cr, which are all as large as the picture.
// BT.601 in the limited range, because this is what video programs take a stream for that does not say.
std::vector<std::uint8_t> y4m_frame(const Picture& picture);

// Returns the upper left corner of a picture with this size. Black is added where the picture is too small.
Picture with_size(const Picture& picture, int width, int height);

}  // namespace replay
