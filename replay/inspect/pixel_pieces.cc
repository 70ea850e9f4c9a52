#include "replay/inspect/pixel_pieces.h"

#include <bit>
#include <cstdlib>
#include <cstring>

namespace replay {
namespace {

// The place of each neighbour of a pixel, in bytes before it; 0: it is not in the piece.
struct Neighbours {
  std::size_t left = 0, up = 0, corner = 0;
};

// Calls `take(at, neighbours)` for each pixel of the piece. `has` says whether a pixel is in it.
template <class Has, class Take>
void each_pixel(std::size_t pixels, std::size_t width, std::size_t size, const Has& has, const Take& take) {
  for (std::size_t i = 0, x = 0; i < pixels; ++i, x = x + 1 == width ? 0 : x + 1) {
    if (!has(i)) continue;
    Neighbours near;
    if (x > 0 && has(i - 1)) near.left = size;
    if (i >= width && has(i - width)) near.up = width * size;
    if (x > 0 && i >= width && has(i - width - 1)) near.corner = (width + 1) * size;
    take(i * size, near);
  }
}

std::uint8_t paeth(int left, int up, int corner) {
  const int expected = left + up - corner;
  const int a = std::abs(expected - left), b = std::abs(expected - up), c = std::abs(expected - corner);
  return static_cast<std::uint8_t>(a <= b && a <= c ? left : b <= c ? up : corner);
}

std::uint8_t expected_byte(const std::uint8_t* at, const Neighbours& near) {
  if (near.left != 0 && near.up != 0 && near.corner != 0)
    return paeth(*(at - near.left), *(at - near.up), *(at - near.corner));
  const std::size_t back = near.left != 0 ? near.left : near.up != 0 ? near.up : near.corner;
  return back == 0 ? std::uint8_t{0} : *(at - back);
}

std::uint32_t number_at(const std::uint8_t* at) {
  std::uint32_t number;
  std::memcpy(&number, at, sizeof number);
  return number;
}

std::uint32_t expected_number(const std::uint8_t* at, const Neighbours& near) {
  if (near.left != 0 && near.up != 0 && near.corner != 0)
    return number_at(at - near.left) + number_at(at - near.up) - number_at(at - near.corner);
  const std::size_t back = near.left != 0 ? near.left : near.up != 0 ? near.up : near.corner;
  return back == 0 ? 0 : number_at(at - back);
}

std::uint32_t sign_last(std::uint32_t difference) { return (difference << 1) ^ (0U - (difference >> 31)); }
std::uint32_t sign_first(std::uint32_t turned) { return (turned >> 1) ^ (0U - (turned & 1)); }

bool has_bit(std::span<const std::uint8_t> bits, std::size_t i) { return (bits[i / 8] >> (i % 8) & 1) != 0; }

}  // namespace

PixelLayout layout_of(AttachmentImage::Form form) {
  using Form = AttachmentImage::Form;
  switch (form) {
    case Form::kRgbaF32:
    case Form::kRgbaI32:
    case Form::kRgbaU32: return {.pixel = 16, .number = 4};
    case Form::kDepthF32: return {.pixel = 4, .number = 4};
    case Form::kStencil8:
    case Form::kBytes: return {.pixel = 1, .number = 1};
    case Form::kRgba8: break;
  }
  return {.pixel = 4, .number = 1};
}

std::size_t longest_piece(std::size_t pixels, const PixelLayout& layout) {
  return (pixels + 7) / 8 + pixels * layout.pixel;
}

std::vector<std::uint8_t> encoded_pixels(std::span<const std::uint8_t> now, std::span<const std::uint8_t> before,
                                         std::size_t width, const PixelLayout& layout) {
  const std::size_t size = layout.pixel, pixels = now.size() / size, bits = (pixels + 7) / 8;
  std::vector<std::uint8_t> piece(bits);
  std::size_t count = 0;
  for (std::size_t i = 0; i < pixels; ++i) {
    if (!before.empty() && std::memcmp(&now[i * size], &before[i * size], size) == 0) continue;
    piece[i / 8] = static_cast<std::uint8_t>(piece[i / 8] | 1U << (i % 8));
    ++count;
  }
  piece.resize(bits + count * size);
  std::uint8_t* out = piece.data() + bits;
  const auto has = [&](std::size_t i) { return has_bit(piece, i); };
  each_pixel(pixels, width, size, has, [&](std::size_t at, const Neighbours& near) {
    const std::uint8_t* pixel = now.data() + at;
    if (layout.number == 1) {
      for (std::size_t k = 0; k < size; ++k)
        out[k * count] = static_cast<std::uint8_t>(pixel[k] - expected_byte(pixel + k, near));
    } else {
      for (std::size_t k = 0; k < size; k += 4) {
        const std::uint32_t turned = sign_last(number_at(pixel + k) - expected_number(pixel + k, near));
        for (std::size_t byte = 0; byte < 4; ++byte)
          out[(k + byte) * count] = static_cast<std::uint8_t>(turned >> (8 * byte));
      }
    }
    ++out;
  });
  return piece;
}

bool decode_pixels(std::span<const std::uint8_t> piece, std::size_t width, const PixelLayout& layout,
                   std::span<std::uint8_t> pixels) {
  const std::size_t size = layout.pixel, all = pixels.size() / size, bits = (all + 7) / 8;
  if (piece.size() < bits) return false;
  std::size_t count = 0;
  for (std::size_t i = 0; i < bits; ++i) count += static_cast<std::size_t>(std::popcount(piece[i]));
  if (count > all || piece.size() != bits + count * size) return false;
  const std::uint8_t* in = piece.data() + bits;
  const auto has = [&](std::size_t i) { return has_bit(piece, i); };
  each_pixel(all, width, size, has, [&](std::size_t at, const Neighbours& near) {
    std::uint8_t* pixel = pixels.data() + at;
    if (layout.number == 1) {
      for (std::size_t k = 0; k < size; ++k)
        pixel[k] = static_cast<std::uint8_t>(in[k * count] + expected_byte(pixel + k, near));
    } else {
      for (std::size_t k = 0; k < size; k += 4) {
        std::uint32_t turned = 0;
        for (std::size_t byte = 0; byte < 4; ++byte)
          turned |= static_cast<std::uint32_t>(in[(k + byte) * count]) << (8 * byte);
        const std::uint32_t number = expected_number(pixel + k, near) + sign_first(turned);
        std::memcpy(pixel + k, &number, sizeof number);
      }
    }
    ++in;
  });
  return true;
}

}  // namespace replay
