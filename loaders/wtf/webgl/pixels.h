// Converts the pixels that a page gives to pixels for GL.
//
// WebGL uploads typed arrays and images. A typed array has the format, the type and the row alignment that the call
// names; an image is RGBA of 8 bits whatever the call says. WebGL can turn both upside down and multiply their colours
// by alpha, which GL cannot do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "loaders/stream/arena.h"
#include "loaders/wtf/webgl/context.h"

namespace loaders::wtf::webgl {

struct PixelShape {
  std::uint32_t width = 0, height = 0;
  std::uint32_t format = 0, type = 0;
};

// How many bytes there are from the first texel to the last, with all rows but the last padded to the alignment.
// Nothing for a format and a type that WebGL 1 does not have together, and for more than 2^40 bytes.
std::optional<std::uint64_t> pixel_bytes(const PixelShape& shape, std::uint32_t alignment);

// Whether `unpack` changes these pixels.
bool changes_pixels(const PixelShape& shape, const Unpack& unpack);

// Converts a typed array as `unpack` says. Precondition: `pixels` has pixel_bytes(). Multiplied colours are rounded
// down, as in browsers.
std::span<const std::byte> convert_array(std::span<const std::byte> pixels, const PixelShape& shape,
                                         const Unpack& unpack, Arena& arena);

// Converts an image, which is RGBA or RGB of 8 bits without padding, as `unpack` says and to the format and type of
// `shape`; nothing when that is no format of colours. Precondition: `image` is large enough. Multiplied colours are
// rounded to the nearest, as in browsers.
std::optional<std::span<const std::byte>> convert_image(std::span<const std::byte> image, std::uint32_t channels,
                                                        const PixelShape& shape, const Unpack& unpack, Arena& arena);

}  // namespace loaders::wtf::webgl
