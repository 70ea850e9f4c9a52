#include "replay/viewer/text_box.h"

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "replay/viewer/font.h"

namespace replay {
namespace {

constexpr std::uint32_t kTextColor = 0xFFFFFF;
constexpr int kRowsOfSmallWindow = 400, kRowsOfLargeWindow = 1400;  // from there the largest letters are used

// Decodes UTF-8; what is none counts as a letter that there is not.
std::u32string letters_of(std::string_view text) {
  std::u32string letters;
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = static_cast<unsigned char>(text[i++]);
    char32_t code = byte < 0x80 ? byte : byte & (byte >= 0xF0 ? 0x07U : byte >= 0xE0 ? 0x0FU : 0x1FU);
    while (byte >= 0xC0 && i < text.size() && (static_cast<unsigned char>(text[i]) & 0xC0) == 0x80)
      code = code << 6 | (static_cast<unsigned char>(text[i++]) & 0x3FU);
    letters.push_back(code);
  }
  return letters;
}

std::uint32_t mixed(std::uint32_t below, std::uint32_t above, std::uint32_t alpha) {
  std::uint32_t result = 0;
  for (const int shift : {0, 8, 16}) {
    const std::uint32_t a = below >> shift & 0xFF, b = above >> shift & 0xFF;
    result |= (a * (255 - alpha) + b * alpha) / 255 << shift;
  }
  return result;
}

void darken(const Pixels& pixels, const Placed& box) {
  for (int y = std::max(box.y, 0); y < std::min(box.y + box.height, pixels.height); ++y) {
    for (int x = std::max(box.x, 0); x < std::min(box.x + box.width, pixels.width); ++x)
      pixels.pixel(x, y) = mixed(pixels.pixel(x, y), 0, 200);
  }
}

void draw_letter(const Pixels& pixels, const Font& font, char32_t letter, int left, int top) {
  const std::uint8_t* alpha = font.letter(letter);
  for (int y = 0; y < font.height; ++y) {
    for (int x = 0; x < font.width; ++x, ++alpha) {
      const int to_x = left + x, to_y = top + y;
      if (to_x < 0 || to_y < 0 || to_x >= pixels.width || to_y >= pixels.height) continue;
      pixels.pixel(to_x, to_y) = mixed(pixels.pixel(to_x, to_y), kTextColor, *alpha);
    }
  }
}

Placed size_of(const std::vector<std::u32string>& lines, const Font& font) {
  std::size_t longest = 0;
  for (const std::u32string& line : lines) longest = std::max(longest, line.size());
  return {0, 0, static_cast<int>(longest + 2) * font.width, static_cast<int>(lines.size() + 1) * font.height};
}

// The size for such a window, or the next smaller one that fits.
const Font& font_for(const std::vector<std::u32string>& lines, const Pixels& pixels) {
  const auto sizes = fonts();
  std::size_t size = pixels.height >= kRowsOfLargeWindow ? 2 : pixels.height >= kRowsOfSmallWindow ? 1 : 0;
  size = std::min(size, sizes.size() - 1);
  while (size > 0) {
    const Placed needed = size_of(lines, sizes[size]);
    if (needed.width <= pixels.width && needed.height <= pixels.height) break;
    --size;
  }
  return sizes[size];
}

}  // namespace

void draw(const TextBox& box, const Pixels& pixels) {
  std::vector<std::u32string> lines;
  for (const std::string& line : box.lines) lines.push_back(letters_of(line));
  const Font& font = font_for(lines, pixels);
  Placed place = size_of(lines, font);
  if (box.at == TextBox::At::kBottomLeft) place.y = pixels.height - place.height;
  if (box.at == TextBox::At::kCenter) {
    place.x = std::max((pixels.width - place.width) / 2, 0);
    place.y = std::max((pixels.height - place.height) / 2, 0);
  }
  darken(pixels, place);
  int y = place.y + font.height / 2;
  for (const std::u32string& line : lines) {
    int x = place.x + font.width;
    for (const char32_t letter : line) {
      draw_letter(pixels, font, letter, x, y);
      x += font.width;
    }
    y += font.height;
  }
}

}  // namespace replay
