// Text of a file as string values, and its encodings brought to UTF-8.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "loaders/stream/arena.h"
#include "loaders/stream/value.h"

namespace loaders {

// A string value that holds a copy of `text`, followed by a NUL.
inline Value copy_text(std::string_view text, Arena& arena, TextHint hint = kPlainText) {
  auto* copy = reinterpret_cast<char*>(arena.allocate(text.size() + 1));
  if (!text.empty()) std::memcpy(copy, text.data(), text.size());
  copy[text.size()] = '\0';
  Value value = Value::of_memory(ValueKind::kString, copy, static_cast<std::uint32_t>(text.size()));
  value.aux = hint;
  return value;
}

// Appends a character. Precondition: code < 0x110000.
void append_utf8(std::string& out, std::uint32_t code);

// UTF-16 has characters above U+FFFF as two units, a high surrogate and a low one.
constexpr bool is_high_surrogate(std::uint64_t unit) { return unit >= 0xd800 && unit < 0xdc00; }
constexpr bool is_low_surrogate(std::uint64_t unit) { return unit >= 0xdc00 && unit < 0xe000; }
constexpr std::uint32_t code_of_surrogates(std::uint32_t high, std::uint32_t low) {
  return 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
}

// Takes the units of wide text one after the other: those of UTF-16, or whole characters. What is no character becomes
// U+FFFD.
class WideText {
 public:
  void append(std::uint64_t unit);

  // The text in UTF-8, of all units so far.
  std::string finish();

 private:
  std::string text_;
  std::uint32_t high_ = 0;  // a high surrogate that waits for its second half
};

}  // namespace loaders
