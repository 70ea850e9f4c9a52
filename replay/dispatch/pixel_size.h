// How many bytes GL reads or writes for an image in client memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "replay/remap/pixel_store.h"

namespace replay {

struct ImageSize {
  std::int64_t width = 1, height = 1, depth = 1;
  bool has_depth = false;  // a 3D function: skip_images and image_height count
};

// Bytes of one texel (GL calls it a group) of `format` and `type`; nullopt for a pair that GL does not have. GL_BITMAP is 0:
// its texels are bits.
std::optional<std::uint32_t> texel_bytes(std::uint32_t format, std::uint32_t type);

// More bytes than any memory has.
inline constexpr std::uint64_t kBeyondMemory = std::uint64_t{1} << 62;

// Bytes from the pointer that GL is given to the last byte that it touches, under the pixel-store parameters of its direction
// (GL 4.6, 8.4.4.1 and 18.2.8), or kBeyondMemory when there are more. 0 for an empty or negative size: GL then touches nothing. nullopt
// for a pair of format and type that GL does not have.
std::optional<std::uint64_t> image_bytes(std::uint32_t format, std::uint32_t type, const ImageSize& size,
                                         const PixelStore& store);

// The same for an image of compressed blocks, of which the call says that they take `bytes`. GL_UNPACK_COMPRESSED_BLOCK_* may
// say how blocks lie in memory (GL 4.6, 8.7); nullopt when they do not go with `format`, because then drivers (Mesa 22.3) copy
// rows that are not there.
std::optional<std::uint64_t> compressed_image_bytes(std::uint32_t format, std::uint64_t bytes, const ImageSize& size,
                                                    const PixelStore& store);

// Bytes of one number of a GL scalar type (GL_SHORT, GL_FLOAT ...); 0 for an enum that is none.
std::uint32_t scalar_bytes(std::uint32_t type);

// Bytes of one index of glDrawElements; 0 for an enum that is no index type.
std::uint32_t index_bytes(std::uint32_t type);

}  // namespace replay
