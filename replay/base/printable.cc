#include "replay/base/printable.h"

#include <cstdint>
#include <string_view>

#include "loaders/base/printable.h"

namespace replay {
namespace {

// Returns how many bytes the letter that begins at `at` has; 0 when none begins there that UTF-8 and XML have.
std::size_t size_of_letter(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  const std::uint8_t first = byte(at);
  if (first < 0x80) return 1;
  const std::size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() - at < size) return 0;
  std::uint32_t letter = first & (0xffu >> (size + 1));
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(at + i) & 0xc0) != 0x80) return 0;
    letter = letter << 6 | (byte(at + i) & 0x3f);
  }
  constexpr std::uint32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool is_surrogate = letter >= 0xd800 && letter <= 0xdfff, is_none = letter == 0xfffe || letter == 0xffff;
  return letter < kSmallest[size] || letter > 0x10ffff || is_surrogate || is_none ? 0 : size;
}

}  // namespace

void make_printable(std::string& text, std::size_t begin) {
  for (std::size_t i = begin; i < text.size(); ++i) {
    if (text[i] != '\n' && text[i] != '\t' && loaders::is_control(text, i)) text[i] = '?';
  }
}

std::string_view whole_letters(std::string_view text, std::size_t size) {
  if (text.size() <= size) return text;
  while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xc0) == 0x80) --size;
  return text.substr(0, size);
}

void make_utf8(std::string& text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = size_of_letter(text, at);
    if (size == 0) text[at] = '?';
    at += size == 0 ? 1 : size;
  }
}

}  // namespace replay
