// Font: letters of one size, as make_font.cc has drawn them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace replay {

// The letters that there are: ASCII and Latin-1.
constexpr std::size_t kLettersOfAscii = 0x7F - 0x20;
constexpr std::size_t kLetters = kLettersOfAscii + 0x100 - 0xA0;
constexpr char32_t letter_at(std::size_t index) {
  return static_cast<char32_t>(index < kLettersOfAscii ? 0x20 + index : 0xA0 + index - kLettersOfAscii);
}

struct Font {
  int width, height;          // of each letter, in pixels
  const std::uint8_t* alpha;  // kLetters times height rows of width bytes: 0 is background, 255 the letter

  // Letters that there are not look like a question mark.
  const std::uint8_t* letter(char32_t code) const {
    std::size_t index = '?' - 0x20;
    if (code >= 0x20 && code < 0x7F) index = code - 0x20;
    if (code >= 0xA0 && code <= 0xFF) index = code - 0xA0 + kLettersOfAscii;
    return alpha + index * static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  }
};

// From the smallest to the largest.
std::span<const Font> fonts();

}  // namespace replay
