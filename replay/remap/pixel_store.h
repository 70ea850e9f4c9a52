// PixelStore: the tracked glPixelStore parameters of one direction. With them the size of an image in memory is known
// without asking the driver.
#pragma once

#include <cstdint>

namespace replay {

struct PixelStore {
  std::int32_t alignment = 4;
  std::int32_t row_length = 0;
  std::int32_t image_height = 0;
  std::int32_t skip_pixels = 0;
  std::int32_t skip_rows = 0;
  std::int32_t skip_images = 0;
  // The parameters of compressed images (GL 4.2). If the size is 0, the parameters above do not apply to such images.
  std::int32_t block_width = 0;
  std::int32_t block_height = 0;
  std::int32_t block_depth = 0;
  std::int32_t block_size = 0;
  std::int32_t invert = 0;  // GL_PACK_INVERT_MESA: rows are written from the last to the first

  bool operator==(const PixelStore&) const = default;
};

// Rows follow each other without padding. Tracers that ignore the state record images in this form.
constexpr PixelStore kTightStore{.alignment = 1};

}  // namespace replay
