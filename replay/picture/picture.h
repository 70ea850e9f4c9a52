// Picture: pixels as they were read back, and what scripts compare them by.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace replay {

// Pixels are RGBA with 8 bits each, in rows without padding. glReadPixels gives the bottom row first. The rows are
// never reordered in memory; code that needs the top row first asks row().
struct Picture {
  int width = 0;
  int height = 0;
  bool bottom_up = true;
  std::vector<std::uint8_t> rgba;

  // Returns whether the size is one that a picture can have and `rgba` has all of its pixels.
  bool valid() const {
    return width > 0 && height > 0 &&
           rgba.size() == static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4;
  }

  // Returns row y, counted from the top. Precondition: valid(), 0 <= y < height.
  const std::uint8_t* row(int y) const {
    const auto line = static_cast<std::size_t>(bottom_up ? height - 1 - y : y);
    return rgba.data() + line * static_cast<std::size_t>(width) * 4;
  }
};

// Returns the RGB bytes, top row first. Precondition: valid().
std::vector<std::uint8_t> rgb_of(const Picture& picture);

// What the checksum of a picture is made of. The bytes are those of all pixels, top row first.
enum class ChecksumKind : std::uint8_t {
  kMd5OfRgb,      // what glretrace and piglit print for the same picture: alpha does not count
  kSha256OfRgb,   // 64 digits instead of 32
  kSha256OfRgba,  // the same, where alpha counts
};

// Returns the checksum in lower-case hexadecimal. Precondition: valid().
std::string checksum_of(const Picture& picture, ChecksumKind kind);

inline std::string md5_of_rgb(const Picture& picture) { return checksum_of(picture, ChecksumKind::kMd5OfRgb); }

}  // namespace replay
