// Pixels as a page gives them, made into pixels as GL is to read them.
//
// WebGL uploads typed arrays, which have the format, the type and the row alignment that the call names already, and images,
// which are RGBA of 8 bits whatever the call says. To both it applies what glPixelStorei cannot say to GL: rows from the last to
// the first, colours multiplied by their alpha.
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

// Bytes from the first texel to the last; rows but the last one are padded to the alignment. Nothing for a format and a type that
// do not go together in WebGL 1, and for more than 2^40 bytes.
std::optional<std::uint64_t> pixel_bytes(const PixelShape& shape, std::uint32_t alignment);

// Whether the rules make anything of these pixels.
bool changes_pixels(const PixelShape& shape, const Unpack& unpack);

// A typed array under the rules. Precondition: `pixels` has pixel_bytes(). Colours lose what the multiplication has behind the
// point, as in browsers.
std::span<const std::byte> convert_array(std::span<const std::byte> pixels, const PixelShape& shape, const Unpack& unpack,
                                         Arena& arena);

// An image, RGBA or RGB of 8 bits without padding, under the rules, in the format and type of `shape`; nothing where that is no
// format of colours. Precondition: `image` is large enough. The multiplication rounds to the nearest, as in browsers.
std::optional<std::span<const std::byte>> convert_image(std::span<const std::byte> image, std::uint32_t channels,
                                                        const PixelShape& shape, const Unpack& unpack, Arena& arena);

}  // namespace loaders::wtf::webgl
