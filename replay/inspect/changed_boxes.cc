#include "replay/inspect/changed_boxes.h"

#include <algorithm>
#include <cstring>

namespace replay {
namespace {

// The first byte of pixel x in row y, which is counted from the top.
const std::uint8_t* pixel_at(const AttachmentImage& image, int x, int y) {
  const auto row = static_cast<std::size_t>(image.height - 1 - y);
  return image.bytes.data() +
         (row * static_cast<std::size_t>(image.width) + static_cast<std::size_t>(x)) * pixel_bytes(image);
}

// Shrinks a tile to what differs in it. Returns a box of no height when nothing does.
PixelBox changed_part(const AttachmentImage& before, const AttachmentImage& after, const PixelBox& tile) {
  const std::size_t size = pixel_bytes(after);
  const auto width = static_cast<std::size_t>(tile.width) * size;
  std::size_t first = width, last = 0;  // bytes of a row
  int top = tile.y + tile.height, bottom = tile.y;
  for (int y = tile.y; y < tile.y + tile.height; ++y) {
    const std::uint8_t* a = pixel_at(before, tile.x, y);
    const std::uint8_t* b = pixel_at(after, tile.x, y);
    if (std::memcmp(a, b, width) == 0) continue;
    top = std::min(top, y);
    bottom = y + 1;
    const auto left = static_cast<std::size_t>(std::mismatch(a, a + width, b).first - a);
    std::size_t right = width;
    while (a[right - 1] == b[right - 1]) --right;
    first = std::min(first, left);
    last = std::max(last, right);
  }
  if (top >= bottom) return {};
  const auto x = static_cast<int>(first / size), end = static_cast<int>((last + size - 1) / size);
  return {.x = tile.x + x, .y = top, .width = end - x, .height = bottom - top};
}

}  // namespace

std::size_t pixel_bytes(const AttachmentImage& image) {
  return image.form == AttachmentImage::Form::kBytes ? 1 : transfer_of(image.form).bytes;
}

std::vector<std::uint8_t> bytes_of(const AttachmentImage& image, const PixelBox& box) {
  const std::size_t row = static_cast<std::size_t>(box.width) * pixel_bytes(image);
  std::vector<std::uint8_t> bytes(row * static_cast<std::size_t>(box.height));
  for (int y = 0; y < box.height; ++y)
    std::memcpy(&bytes[row * static_cast<std::size_t>(y)], pixel_at(image, box.x, box.y + y), row);
  return bytes;
}

std::vector<PixelBox> all_boxes(const AttachmentImage& image) {
  std::vector<PixelBox> boxes;
  for (int y = 0; y < image.height; y += kTile) {
    for (int x = 0; x < image.width; x += kTile)
      boxes.push_back({x, y, std::min(kTile, image.width - x), std::min(kTile, image.height - y)});
  }
  return boxes;
}

std::vector<PixelBox> changed_boxes(const AttachmentImage& before, const AttachmentImage& after) {
  std::vector<PixelBox> boxes = all_boxes(after);
  for (PixelBox& box : boxes) box = changed_part(before, after, box);
  std::erase_if(boxes, [](const PixelBox& box) { return box.height == 0; });
  return boxes;
}

}  // namespace replay
