// QuickCursor: a Cursor for hot loops, which read what is common and leave everything else, even the reason, to a
// Cursor.
//
// It is as safe: it has an end, never reads past it, and once a read has failed all others fail and return zero. It
// knows less - not what was missing - and everything is inline, so that a compiler can keep it in registers. For that
// it must be a local variable that is only handed to functions that are inlined as well.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace loaders {

class QuickCursor {
 public:
  explicit QuickCursor(std::span<const std::byte> bytes) : position_(bytes.data()), end_(bytes.data() + bytes.size()) {}

  bool ok() const { return !bad_; }
  std::size_t remaining() const { return static_cast<std::size_t>(end_ - position_); }

  [[gnu::always_inline]] std::uint8_t u8() {
    if (position_ == end_) [[unlikely]]
      return fail();
    return std::to_integer<std::uint8_t>(*position_++);
  }

  // Up to 63 bits; longer ones fail.
  [[gnu::always_inline]] std::uint64_t uleb128() {
    std::uint64_t value = u8();
    if (value < 0x80) [[likely]]
      return value;
    value &= 0x7f;
    for (unsigned shift = 7; shift < 63; shift += 7) {
      const std::uint64_t group = u8();
      value |= (group & 0x7f) << shift;
      if (group < 0x80) return value;
    }
    return fail();
  }

  [[gnu::always_inline]] std::uint8_t peek_u8() const {
    return position_ == end_ ? std::uint8_t{0} : std::to_integer<std::uint8_t>(*position_);
  }

  // Four bytes, little-endian, without going on; 0 when there are fewer, which is no failure.
  [[gnu::always_inline]] std::uint32_t peek_u32() const {
    if (remaining() < 4) [[unlikely]]
      return 0;
    std::uint32_t bits;
    std::memcpy(&bits, position_, sizeof bits);
    if constexpr (std::endian::native == std::endian::big) bits = __builtin_bswap32(bits);
    return bits;
  }

  // Goes on by what peek_u32() has shown: at most four bytes, and only if it was not 0.
  [[gnu::always_inline]] void skip_peeked(std::size_t size) { position_ += size; }

  [[gnu::always_inline]] std::uint32_t u32() {
    if (remaining() < 4) [[unlikely]]
      return fail();
    const std::uint32_t bits = peek_u32();
    position_ += sizeof bits;
    return bits;
  }
  float f32() { return std::bit_cast<float>(u32()); }

  [[gnu::always_inline]] std::span<const std::byte> bytes(std::uint64_t size) {
    if (size > remaining()) [[unlikely]] {
      fail();
      return {};
    }
    const std::span<const std::byte> slice(position_, static_cast<std::size_t>(size));
    position_ += size;
    return slice;
  }

 private:
  [[gnu::always_inline]] std::uint8_t fail() {
    bad_ = true;
    position_ = end_;
    return 0;
  }

  const std::byte* position_;
  const std::byte* end_;
  bool bad_ = false;
};

}  // namespace loaders
