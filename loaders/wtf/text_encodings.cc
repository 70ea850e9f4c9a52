#include "loaders/wtf/text_encodings.h"

#include <string>

namespace loaders::wtf {
namespace {

// The surrogate at the start of `text`; 0 when there is none.
std::uint32_t surrogate_at(std::string_view text) {
  if (text.size() < 3 || text[0] != '\xed') return 0;
  const auto second = static_cast<unsigned char>(text[1]);
  const auto third = static_cast<unsigned char>(text[2]);
  if (second < 0xa0 || second > 0xbf || third < 0x80 || third > 0xbf) return 0;
  return 0xd000u | (second & 0x3fu) << 6 | (third & 0x3fu);
}

}  // namespace

Value text_of_surrogates(std::string_view text, Arena& arena, TextHint hint) {
  if (text.find('\xed') == text.npos) return copy_text(text, arena, hint);
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const std::uint32_t high = surrogate_at(text.substr(i));
    const std::uint32_t low = is_high_surrogate(high) ? surrogate_at(text.substr(i + 3)) : 0;
    if (is_low_surrogate(low)) {
      append_utf8(out, code_of_surrogates(high, low));
      i += 6;
    } else {
      out += text[i++];
    }
  }
  return copy_text(out, arena, hint);
}

Value text_of_latin1(std::span<const std::byte> text, Arena& arena) {
  std::string out;
  for (const std::byte c : text) append_utf8(out, std::to_integer<std::uint32_t>(c));
  return copy_text(out, arena);
}

Value text_of_utf16(std::span<const std::uint16_t> text, Arena& arena) {
  WideText wide;
  for (const std::uint16_t unit : text) wide.append(unit);
  return copy_text(wide.finish(), arena);
}

}  // namespace loaders::wtf
