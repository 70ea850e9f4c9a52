#include "replay/dispatch/pixel_size.h"

#include <glad/gl.h>

#include <algorithm>

namespace replay {
namespace {

// Returns the number of components of a pixel format, or 0 for any other enum.
std::uint32_t components(std::uint32_t format) {
  switch (format) {
    case GL_RED:
    case GL_GREEN:
    case GL_BLUE:
    case GL_ALPHA:
    case GL_LUMINANCE:
    case GL_INTENSITY:
    case GL_COLOR_INDEX:
    case GL_STENCIL_INDEX:
    case GL_DEPTH_COMPONENT:
    case GL_RED_INTEGER:
    case GL_GREEN_INTEGER:
    case GL_BLUE_INTEGER:
    case GL_ALPHA_INTEGER_EXT:
    case GL_LUMINANCE_INTEGER_EXT:
    case GL_SLUMINANCE: return 1;
    case GL_RG:
    case GL_RG_INTEGER:
    case GL_LUMINANCE_ALPHA:
    case GL_LUMINANCE_ALPHA_INTEGER_EXT:
    case GL_SLUMINANCE_ALPHA:
    case GL_DEPTH_STENCIL:
    case GL_DUDV_ATI:
    case GL_DU8DV8_ATI:
    case GL_YCBCR_422_APPLE:
    case GL_YCBCR_MESA: return 2;
    case GL_RGB:
    case GL_BGR:
    case GL_RGB_INTEGER:
    case GL_BGR_INTEGER:
    case GL_SRGB: return 3;
    case GL_RGBA:
    case GL_BGRA:
    case GL_RGBA_INTEGER:
    case GL_BGRA_INTEGER:
    case GL_ABGR_EXT:
    case GL_SRGB_ALPHA:
    case GL_CMYK_EXT: return 4;
    case GL_CMYKA_EXT: return 5;
    default: return 0;
  }
}

struct TypeSize {
  std::uint32_t bytes;
  bool packed;  // whether one element contains the whole texel
};

std::optional<TypeSize> type_size(std::uint32_t type) {
  switch (type) {
    case GL_BYTE:
    case GL_UNSIGNED_BYTE: return TypeSize{1, false};
    case GL_SHORT:
    case GL_UNSIGNED_SHORT:
    case GL_HALF_FLOAT:
    case GL_HALF_FLOAT_OES: return TypeSize{2, false};
    case GL_INT:
    case GL_UNSIGNED_INT:
    case GL_FLOAT:
    case GL_FIXED: return TypeSize{4, false};
    case GL_DOUBLE: return TypeSize{8, false};
    case GL_UNSIGNED_BYTE_3_3_2:
    case GL_UNSIGNED_BYTE_2_3_3_REV: return TypeSize{1, true};
    case GL_UNSIGNED_SHORT_5_6_5:
    case GL_UNSIGNED_SHORT_5_6_5_REV:
    case GL_UNSIGNED_SHORT_4_4_4_4:
    case GL_UNSIGNED_SHORT_4_4_4_4_REV:
    case GL_UNSIGNED_SHORT_5_5_5_1:
    case GL_UNSIGNED_SHORT_1_5_5_5_REV:
    case GL_UNSIGNED_SHORT_8_8_APPLE:
    case GL_UNSIGNED_SHORT_8_8_REV_APPLE: return TypeSize{2, true};
    case GL_UNSIGNED_INT_8_8_8_8:
    case GL_UNSIGNED_INT_8_8_8_8_REV:
    case GL_UNSIGNED_INT_10_10_10_2:
    case GL_UNSIGNED_INT_2_10_10_10_REV:
    case GL_UNSIGNED_INT_24_8:
    case GL_UNSIGNED_INT_10F_11F_11F_REV:
    case GL_UNSIGNED_INT_5_9_9_9_REV: return TypeSize{4, true};
    case GL_FLOAT_32_UNSIGNED_INT_24_8_REV: return TypeSize{8, true};
    default: return std::nullopt;
  }
}

// Returns the distance between the starts of two rows.
std::uint64_t row_stride(std::uint64_t texel, std::uint64_t texels, std::uint64_t alignment) {
  const std::uint64_t bytes = texel == 0 ? (texels + 7) / 8 : texel * texels;
  return (bytes + alignment - 1) / alignment * alignment;
}

}  // namespace

std::optional<std::uint32_t> texel_bytes(std::uint32_t format, std::uint32_t type) {
  if (type == GL_BITMAP) return 0;
  const std::uint32_t count = components(format);
  const auto size = type_size(type);
  if (count == 0 || !size) return std::nullopt;
  return size->packed ? size->bytes : size->bytes * count;
}

std::optional<std::uint64_t> image_bytes(std::uint32_t format, std::uint32_t type, const ImageSize& size,
                                         const PixelStore& store) {
  const auto texel = texel_bytes(format, type);
  if (!texel) return std::nullopt;
  if (size.width <= 0 || size.height <= 0 || size.depth <= 0) return 0;

  // All factors and counts are below 2^31, so 128 bits are enough for every product of three.
  __extension__ using Wide = unsigned __int128;
  const auto width = static_cast<std::uint64_t>(size.width);
  const auto row_texels = store.row_length > 0 ? static_cast<std::uint64_t>(store.row_length) : width;
  const auto alignment = static_cast<std::uint64_t>(store.alignment > 0 ? store.alignment : 1);
  const Wide stride = row_stride(*texel, row_texels, alignment);
  const Wide last_row =
      *texel == 0 ? (Wide(store.skip_pixels) + width + 7) / 8 : (Wide(store.skip_pixels) + width) * *texel;
  Wide total = stride * (Wide(store.skip_rows) + static_cast<std::uint64_t>(size.height) - 1) + last_row;
  if (size.has_depth) {
    const auto rows = store.image_height > 0 ? static_cast<std::uint64_t>(store.image_height)
                                             : static_cast<std::uint64_t>(size.height);
    total += stride * rows * (Wide(store.skip_images) + static_cast<std::uint64_t>(size.depth) - 1);
  }
  return static_cast<std::uint64_t>(std::min<Wide>(total, kBeyondMemory));
}

std::optional<std::uint64_t> compressed_image_bytes(std::uint32_t format, std::uint64_t bytes, const ImageSize& size,
                                                    const PixelStore& store) {
  if (store.block_size == 0 || (store.block_width == 0 && store.block_height == 0 && store.block_depth == 0))
    return bytes;
  const bool is_astc = format >= GL_COMPRESSED_RGBA_ASTC_4x4_KHR && format <= GL_COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR;
  if (store.block_width != 4 || store.block_height != 4 || store.block_depth > 1 || store.block_size > 16 || is_astc) {
    return std::nullopt;
  }
  if (size.width <= 0 || size.height <= 0 || size.depth <= 0) return bytes;
  __extension__ using Wide = unsigned __int128;
  const auto blocks = [](std::int64_t texels) { return static_cast<std::uint64_t>(texels + 3) / 4; };
  const std::uint64_t rows = blocks(size.height), images = static_cast<std::uint64_t>(size.depth);
  const std::uint64_t copied = bytes / rows / images;  // the bytes of a row of blocks
  const std::uint64_t stride =
      store.row_length > 0 ? blocks(store.row_length) * static_cast<std::uint64_t>(store.block_size) : copied;
  const std::uint64_t rows_per_image = store.image_height > 0 ? std::max(blocks(store.image_height), rows) : rows;
  const Wide skipped = Wide(store.skip_pixels) * static_cast<std::uint64_t>(store.block_size) / 4 +
                       Wide(store.skip_rows) * stride / 4 + Wide(store.skip_images) * stride * rows_per_image;
  const Wide total =
      skipped + Wide(images - 1) * rows_per_image * stride + Wide(rows - 1) * stride + std::max(copied, stride);
  if (total >= kBeyondMemory) return std::nullopt;
  return std::max(static_cast<std::uint64_t>(total), bytes);
}

std::uint32_t scalar_bytes(std::uint32_t type) {
  const auto size = type_size(type);
  return size && !size->packed ? size->bytes : 0;
}

std::uint32_t index_bytes(std::uint32_t type) {
  switch (type) {
    case GL_UNSIGNED_BYTE: return 1;
    case GL_UNSIGNED_SHORT: return 2;
    case GL_UNSIGNED_INT: return 4;
    default: return 0;
  }
}

}  // namespace replay
