// Encoder: the opposite of a Cursor. It appends numbers and text to memory, in the form in which files have them.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "loaders/base/bytes.h"

namespace loaders {

class Encoder {
 public:
  void u8(std::uint8_t value) { bytes_.push_back(std::byte{value}); }
  void u32(std::uint32_t value) { fixed(value); }
  void u64(std::uint64_t value) { fixed(value); }
  void f32(float value) { fixed(std::bit_cast<std::uint32_t>(value)); }
  void f64(double value) { fixed(std::bit_cast<std::uint64_t>(value)); }

  void uleb128(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) u8(static_cast<std::uint8_t>(value) | 0x80);
    u8(static_cast<std::uint8_t>(value));
  }

  void bytes(std::span<const std::byte> bytes) { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }

  // The length as uleb128(), then the text without a NUL.
  void text(std::string_view text) {
    uleb128(text.size());
    bytes(std::as_bytes(std::span(text)));
  }

  std::span<const std::byte> written() const { return bytes_; }
  std::size_t size() const { return bytes_.size(); }

  // The memory stays for what comes next, unless a single large record has made it large.
  void clear() {
    constexpr std::size_t kMaxKept = std::size_t{4} << 20;
    if (bytes_.capacity() > kMaxKept) bytes_ = {};
    bytes_.clear();
  }

 private:
  template <class T>
  void fixed(T value) {
    if constexpr (std::endian::native == std::endian::big) value = byteswap(value);
    const auto all = std::bit_cast<std::array<std::byte, sizeof value>>(value);
    bytes(all);
  }

  std::vector<std::byte> bytes_;
};

}  // namespace loaders
