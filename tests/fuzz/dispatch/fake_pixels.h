// How images lie in client memory, from the specification (GL 4.6, 8.4.4 and table 8.2-8.8), row by row.
#pragma once

#include <cstdint>

namespace replay::fake {

struct Store {
  std::int32_t alignment = 4, row_length = 0, image_height = 0, skip_pixels = 0, skip_rows = 0, skip_images = 0;
  std::int32_t block_width = 0, block_height = 0, block_depth = 0, block_size = 0;
};

// Whether GL takes this pair of enums at all.
bool is_pixel_format(std::uint32_t format, std::uint32_t type);

// `touch(first, bytes)` for each row of the image at `memory`, first byte and number of bytes. Only the first and the
// last rows of images that have very many.
template <class Touch>
void for_each_row(std::uintptr_t memory, int dimensions, std::int64_t width, std::int64_t height, std::int64_t depth,
                  std::uint32_t format, std::uint32_t type, const Store& store, Touch touch);

std::int64_t group_bits(std::uint32_t format, std::uint32_t type);

template <class Touch>
void for_each_row(std::uintptr_t memory, int dimensions, std::int64_t width, std::int64_t height, std::int64_t depth,
                  std::uint32_t format, std::uint32_t type, const Store& store, Touch touch) {
  if (width <= 0 || height <= 0 || depth <= 0) return;
  using Wide = __int128;
  const Wide bits = group_bits(format, type);
  const Wide in_row = store.row_length > 0 ? store.row_length : width;
  Wide stride = (in_row * bits + 7) / 8;
  while (stride % store.alignment != 0) ++stride;
  const Wide rows = dimensions == 3 && store.image_height > 0 ? store.image_height : height;
  for (std::int64_t z = 0; z < depth; ++z) {
    if (z == 8) z = depth > 16 ? depth - 8 : z;
    for (std::int64_t y = 0; y < height; ++y) {
      if (y == 8) y = height > 16 ? height - 8 : y;
      const Wide image = dimensions == 3 ? z + store.skip_images : 0;
      const Wide at = (image * rows + store.skip_rows + y) * stride;
      const Wide first = at + store.skip_pixels * bits / 8;
      const Wide end = at + ((store.skip_pixels + Wide(width)) * bits + 7) / 8;
      if (end > (Wide(1) << 62)) __builtin_trap();  // nobody has so much memory: the call should not have been made
      touch(memory + static_cast<std::uintptr_t>(first), static_cast<std::int64_t>(end - first));
    }
  }
}

}  // namespace replay::fake
