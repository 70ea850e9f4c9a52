// How many bytes GL reads or writes for an image in client memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "replay/remap/pixel_store.h"

namespace replay {

struct ImageSize {
  std::int64_t width = 1, height = 1, depth = 1;
  bool has_depth = false;  // whether it is a 3D function, for which skip_images and image_height count
};

// Returns the size of one texel (GL calls it a group) in bytes, or nullopt when GL has no such pair of format and type.
// GL_BITMAP gives 0, because its texels are bits.
std::optional<std::uint32_t> texel_bytes(std::uint32_t format, std::uint32_t type);

// A number of bytes that is larger than any memory.
inline constexpr std::uint64_t kBeyondMemory = std::uint64_t{1} << 62;

// Returns the number of bytes from the pointer to the last byte that GL touches, with the pixel-store parameters of
// this direction (GL 4.6, 8.4.4.1 and 18.2.8), or kBeyondMemory when there are more. Returns 0 for an empty or
// negative size, for which GL touches nothing, and nullopt when GL has no such pair of format and type.
std::optional<std::uint64_t> image_bytes(std::uint32_t format, std::uint32_t type, const ImageSize& size,
                                         const PixelStore& store);

// The same for an image of compressed blocks that takes `bytes` according to the call. GL_UNPACK_COMPRESSED_BLOCK_*
// may define the layout of blocks in memory (GL 4.6, 8.7). Returns nullopt when this layout does not fit `format`,
// because drivers (Mesa 22.3) would copy rows that do not exist.
std::optional<std::uint64_t> compressed_image_bytes(std::uint32_t format, std::uint64_t bytes, const ImageSize& size,
                                                    const PixelStore& store);

// Returns the size in bytes of a GL scalar type (GL_SHORT, GL_FLOAT ...), or 0 for any other enum.
std::uint32_t scalar_bytes(std::uint32_t type);

// Returns the size in bytes of an index of glDrawElements, or 0 for an enum that is not an index type.
std::uint32_t index_bytes(std::uint32_t type);

}  // namespace replay
