#include "loaders/wtf/base64.h"

#include <array>
#include <cstdint>

namespace loaders::wtf {
namespace {

constexpr std::uint8_t kNone = 0xff;

constexpr std::array<std::uint8_t, 256> make_digits() {
  std::array<std::uint8_t, 256> digits{};
  digits.fill(kNone);
  const std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (std::size_t i = 0; i < alphabet.size(); ++i) {
    digits[static_cast<unsigned char>(alphabet[i])] = static_cast<std::uint8_t>(i);
  }
  return digits;
}
constexpr auto kDigits = make_digits();

}  // namespace

std::optional<std::size_t> decode_base64(std::string_view text, std::vector<std::byte>& out) {
  std::size_t end = text.size();
  while (end > 0 && text.size() - end < 2 && text[end - 1] == '=') --end;
  out.reserve(out.size() + end / 4 * 3 + 2);
  std::uint32_t bits = 0;
  unsigned count = 0;  // of bits
  for (std::size_t i = 0; i < end; ++i) {
    const std::uint8_t digit = kDigits[static_cast<unsigned char>(text[i])];
    if (digit == kNone) return i;
    bits = bits << 6 | digit;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    out.push_back(static_cast<std::byte>(bits >> count & 0xff));
  }
  return std::nullopt;
}

}  // namespace loaders::wtf
