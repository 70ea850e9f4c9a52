#include "loaders/wtf/text.h"

#include <cstring>
#include <string>

namespace loaders::wtf {
namespace {

void append_utf8(std::string& out, std::uint32_t code) {
  const auto byte = [&](std::uint32_t bits) { out += static_cast<char>(bits); };
  if (code < 0x80) {
    byte(code);
  } else if (code < 0x800) {
    byte(0xc0 | (code >> 6));
    byte(0x80 | (code & 0x3f));
  } else if (code < 0x10000) {
    byte(0xe0 | (code >> 12));
    byte(0x80 | (code >> 6 & 0x3f));
    byte(0x80 | (code & 0x3f));
  } else {
    byte(0xf0 | (code >> 18));
    byte(0x80 | (code >> 12 & 0x3f));
    byte(0x80 | (code >> 6 & 0x3f));
    byte(0x80 | (code & 0x3f));
  }
}

bool is_high(std::uint32_t unit) { return unit >= 0xd800 && unit < 0xdc00; }
bool is_low(std::uint32_t unit) { return unit >= 0xdc00 && unit < 0xe000; }
std::uint32_t combine(std::uint32_t high, std::uint32_t low) {
  return 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
}

// The surrogate at the start of `text`, or 0.
std::uint32_t surrogate_at(std::string_view text) {
  if (text.size() < 3 || text[0] != '\xed') return 0;
  const auto second = static_cast<unsigned char>(text[1]);
  const auto third = static_cast<unsigned char>(text[2]);
  if (second < 0xa0 || second > 0xbf || third < 0x80 || third > 0xbf) return 0;
  return 0xd000u | (second & 0x3fu) << 6 | (third & 0x3fu);
}

}  // namespace

Value copy_text(std::string_view text, Arena& arena, TextHint hint) {
  auto* copy = reinterpret_cast<char*>(arena.allocate(text.size() + 1));
  if (!text.empty()) std::memcpy(copy, text.data(), text.size());
  copy[text.size()] = '\0';
  Value value = Value::of_memory(ValueKind::kString, copy, static_cast<std::uint32_t>(text.size()));
  value.aux = hint;
  return value;
}

Value text_of_surrogates(std::string_view text, Arena& arena, TextHint hint) {
  if (text.find('\xed') == text.npos) return copy_text(text, arena, hint);
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const std::uint32_t high = surrogate_at(text.substr(i));
    const std::uint32_t low = is_high(high) ? surrogate_at(text.substr(i + 3)) : 0;
    if (is_low(low)) {
      append_utf8(out, combine(high, low));
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
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::uint32_t unit = text[i];
    if (is_high(unit) && i + 1 < text.size() && is_low(text[i + 1])) {
      append_utf8(out, combine(unit, text[++i]));
    } else {
      append_utf8(out, is_high(unit) || is_low(unit) ? 0xfffd : unit);
    }
  }
  return copy_text(out, arena);
}

}  // namespace loaders::wtf
