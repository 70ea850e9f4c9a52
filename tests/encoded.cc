#include "tests/encoded.h"

#include <span>

namespace tests {

std::string little_endian(std::uint64_t value, int bytes) {
  std::string out;
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i));
  return out;
}

std::string big_endian(std::uint64_t value, int bytes) {
  const std::string little = little_endian(value, bytes);
  return {little.rbegin(), little.rend()};
}

std::string leb128(std::uint64_t value) {
  std::string out;
  for (; value >= 0x80; value >>= 7) out += static_cast<char>(value | 0x80);
  return out += static_cast<char>(value);
}

std::vector<std::byte> to_bytes(std::string_view text) {
  const auto view = std::as_bytes(std::span(text));
  return {view.begin(), view.end()};
}

}  // namespace tests
