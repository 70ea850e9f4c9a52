#include "loaders/stream/text.h"

#include <utility>

namespace loaders {
namespace {

constexpr std::uint32_t kReplacement = 0xfffd;

}  // namespace

void append_utf8(std::string& out, std::uint32_t code) {
  const auto byte = [&](std::uint32_t bits) { out += static_cast<char>(bits); };
  const auto continuation = [&](unsigned shift) { byte(0x80 | (code >> shift & 0x3f)); };
  if (code < 0x80) {
    byte(code);
  } else if (code < 0x800) {
    byte(0xc0 | code >> 6);
    continuation(0);
  } else if (code < 0x10000) {
    byte(0xe0 | code >> 12);
    continuation(6);
    continuation(0);
  } else {
    byte(0xf0 | code >> 18);
    continuation(12);
    continuation(6);
    continuation(0);
  }
}

void WideText::append(std::uint64_t unit) {
  const std::uint32_t high = std::exchange(high_, 0);
  if (high != 0 && is_low_surrogate(unit))
    return append_utf8(text_, code_of_surrogates(high, static_cast<std::uint32_t>(unit)));
  if (high != 0) append_utf8(text_, kReplacement);
  if (is_high_surrogate(unit)) {
    high_ = static_cast<std::uint32_t>(unit);
    return;
  }
  const bool is_character = unit < 0x110000 && !is_low_surrogate(unit);
  append_utf8(text_, is_character ? static_cast<std::uint32_t>(unit) : kReplacement);
}

std::string WideText::finish() {
  if (std::exchange(high_, 0) != 0) append_utf8(text_, kReplacement);
  return std::exchange(text_, {});
}

}  // namespace loaders
