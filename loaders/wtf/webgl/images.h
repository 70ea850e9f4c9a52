// Images that a page loaded, as the files that they were: PNG, JPEG, WebP.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "loaders/base/limits.h"
#include "loaders/stream/arena.h"

namespace loaders::wtf::webgl {

// RGBA of 8 bits, not multiplied by alpha, the top row first, without padding.
struct Image {
  std::uint32_t width = 0, height = 0;
  std::span<const std::byte> rgba;
};

// What kind of file it is shows in its bytes. Pixels lie in the arena. False, and a sentence, when they cannot be had.
bool decode_image(std::span<const std::byte> file, const Limits& limits, Arena& arena, Image& image, std::string& problem);

// The bytes that a data URL ("data:image/png;base64,...") holds. False, and a sentence, when it is none.
bool decode_data_url(std::string_view url, std::vector<std::byte>& bytes, std::string& problem);

}  // namespace loaders::wtf::webgl
