#include "replay/inspect/base91.h"

#include <string_view>

namespace replay {
namespace {

constexpr std::string_view kLetters =
    "!#$%&'()*+,-./0123456789:;=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_`abcdefghijklmnopqrstuvwxyz{|}~";
static_assert(kLetters.size() == 91);

constexpr unsigned kPair = 13, kSingle = 6;  // bits

}  // namespace

std::string base91(std::span<const std::uint8_t> bytes) {
  std::string text;
  text.reserve(base91_length(bytes.size()));
  std::uint32_t held = 0;
  unsigned bits = 0;
  const auto put_pair = [&](std::uint32_t value) {
    text += kLetters[value % 91];
    text += kLetters[value / 91];
  };
  for (const std::uint8_t byte : bytes) {
    held |= static_cast<std::uint32_t>(byte) << bits;
    bits += 8;
    if (bits < kPair) continue;
    put_pair(held & ((1U << kPair) - 1));
    held >>= kPair;
    bits -= kPair;
  }
  if (bits > kSingle) put_pair(held);
  else if (bits > 0) text += kLetters[held];
  return text;
}

std::uint64_t base91_length(std::uint64_t bytes) {
  const std::uint64_t rest = bytes * 8 % kPair;
  return bytes * 8 / kPair * 2 + (rest == 0 ? 0 : rest > kSingle ? 2 : 1);
}

}  // namespace replay
