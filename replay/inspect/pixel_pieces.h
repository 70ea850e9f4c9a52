// The pixels of a box that a call has changed, as bytes that deflate packs well.
//
// First comes a bit for each pixel, from the top left, the lowest bit of a byte first: whether the pixel is in the
// piece. Then come the pixels that are, each as its difference from what its neighbours let expect: first the first
// byte of all, then the second, and so on.
//
// Only neighbours of the same piece count. So a piece says by itself what its pixels become, whatever was there before.
//
//   bytes     what is expected is Paeth's predictor, as in PNG
//   numbers   of 4 bytes, as bits: left + above - above left, which is right on a plane. The difference is turned so
//             that the sign is the lowest bit
//
// At edges, the left, the upper or the upper left neighbour is expected, whichever comes first, or 0.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "replay/readback/framebuffer_reader.h"

namespace replay {

struct PixelLayout {
  std::size_t pixel = 4;   // bytes
  std::size_t number = 1;  // bytes of a number in it: 1 or 4
};
PixelLayout layout_of(AttachmentImage::Form form);

// `now` and `before` are the pixels of a box, row by row. Without `before`, all pixels are in the piece.
std::vector<std::uint8_t> encoded_pixels(std::span<const std::uint8_t> now, std::span<const std::uint8_t> before,
                                         std::size_t width, const PixelLayout& layout);

// How long a piece of so many pixels is at most.
std::size_t longest_piece(std::size_t pixels, const PixelLayout& layout);

// Puts a piece into the pixels of its box. Returns false, and changes nothing, when the piece has another length than
// it says.
bool decode_pixels(std::span<const std::uint8_t> piece, std::size_t width, const PixelLayout& layout,
                   std::span<std::uint8_t> pixels);

}  // namespace replay
