// Decodes the images that a page loaded. The recording has the files: PNG, JPEG or WebP.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "loaders/base/limits.h"
#include "loaders/base/result.h"
#include "loaders/stream/arena.h"

namespace loaders::wtf::webgl {

// RGBA of 8 bits, not multiplied by alpha, the top row first, without padding.
struct Image {
  std::uint32_t width = 0, height = 0;
  std::span<const std::byte> rgba;
};

// Decodes a file whose bytes show of which kind it is. The pixels lie in the arena.
Result<Image> decode_image(std::span<const std::byte> file, const Limits& limits, Arena& arena);

// The bytes that a data URL ("data:image/png;base64,...") holds.
Result<std::vector<std::byte>> decode_data_url(std::string_view url);

}  // namespace loaders::wtf::webgl
