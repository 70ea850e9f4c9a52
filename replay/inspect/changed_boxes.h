// Where two images of the same size and form differ.
#pragma once

#include <vector>

#include "replay/readback/framebuffer_reader.h"

namespace replay {

// A rectangle of pixels, counted from the top left, as pictures show them.
struct PixelBox {
  int x = 0, y = 0, width = 0, height = 0;

  bool contains(int at_x, int at_y) const { return at_x >= x && at_x < x + width && at_y >= y && at_y < y + height; }
  bool operator==(const PixelBox&) const = default;
};

// How many bytes a pixel of the image has.
std::size_t pixel_bytes(const AttachmentImage& image);

// The bytes of the pixels of a box, its top row first.
std::vector<std::uint8_t> bytes_of(const AttachmentImage& image, const PixelBox& box);

// An image is divided into tiles of this many pixels. A box never leaves its tile, so that whoever wants one pixel need
// not unpack a whole image, and two small changes far from each other do not make one large box.
constexpr int kTile = 256;

// Returns for each tile with a difference the smallest box around it, from the top left to the bottom right.
// Precondition: both images have the same size and form.
std::vector<PixelBox> changed_boxes(const AttachmentImage& before, const AttachmentImage& after);

// Returns a box for each tile of the image.
std::vector<PixelBox> all_boxes(const AttachmentImage& image);

}  // namespace replay
