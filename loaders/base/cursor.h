// Cursor: the one place where bytes of a trace are touched.
//
// A cursor is a begin, an end and a position. It never reads past the end: such a read returns zero, the cursor goes
// bad and stays bad, and every later read returns zero as well. A record is therefore read straight through and checked
// once, at its end, with ok(). Nothing here allocates; strings and blobs are views into the bytes that the cursor was
// made from.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "loaders/base/bytes.h"

namespace loaders {

class Cursor {
 public:
  Cursor() = default;
  explicit Cursor(std::span<const std::byte> bytes)
      : begin_(bytes.data()),
        position_(bytes.data()),
        end_(bytes.data() + bytes.size()) {}

  bool ok() const { return !bad_; }
  bool at_end() const { return position_ == end_; }
  std::size_t offset() const { return static_cast<std::size_t>(position_ - begin_); }
  std::size_t remaining() const { return static_cast<std::size_t>(end_ - position_); }
  const std::byte* position() const { return position_; }

  // Makes the cursor bad because the record is malformed, not cut.
  void fail() { stop(0); }

  // Makes the cursor bad unless `size` more bytes are there. Every count of a file is checked by it before memory is
  // allocated.
  bool require(std::uint64_t size) {
    if (size > remaining()) [[unlikely]]
      stop(size - remaining());
    return ok();
  }

  // After a failure: where the failed read began, and how many bytes it lacked. When it lacked 0, the record is
  // malformed and more bytes would not help.
  std::size_t failed_at() const { return failed_at_; }
  std::uint64_t missing() const { return missing_; }

  std::uint8_t u8() { return fixed<std::uint8_t>(); }
  std::uint16_t u16() { return fixed<std::uint16_t>(); }
  std::uint32_t u32() { return fixed<std::uint32_t>(); }
  std::uint64_t u64() { return fixed<std::uint64_t>(); }
  std::int32_t i32() { return static_cast<std::int32_t>(u32()); }
  std::int64_t i64() { return static_cast<std::int64_t>(u64()); }
  std::uint16_t u16_big_endian() { return byteswap(u16()); }
  std::uint32_t u32_big_endian() { return byteswap(u32()); }
  float f32() { return std::bit_cast<float>(u32()); }
  double f64() { return std::bit_cast<double>(u64()); }

  // Reads unsigned LEB128 of at most 64 bits (10 bytes). Longer encodings than needed are read; bits above 64 make the
  // cursor bad.
  std::uint64_t uleb128() {
    if (position_ != end_) [[likely]] {
      const auto first = std::to_integer<std::uint8_t>(*position_);
      if (first < 0x80) [[likely]] {
        ++position_;
        return first;
      }
    }
    return uleb128_long();
  }

  // Returns the next `size` bytes, or an empty span and a bad cursor when there are fewer.
  std::span<const std::byte> bytes(std::uint64_t size) {
    if (!require(size)) [[unlikely]]
      return {};
    const std::span<const std::byte> slice(position_, static_cast<std::size_t>(size));
    position_ += size;
    return slice;
  }

  std::string_view text(std::uint64_t size) { return text_of(bytes(size)); }

 private:
  template <class T>
  T fixed() {
    if (sizeof(T) > remaining()) [[unlikely]] {
      stop(sizeof(T) - remaining());
      return 0;
    }
    const T value = load<T>(position_);
    position_ += sizeof(T);
    return std::endian::native == std::endian::big ? byteswap(value) : value;
  }

  std::uint64_t uleb128_long();

  // Only the first failure is kept.
  void stop(std::uint64_t missing) {
    if (bad_) return;
    bad_ = true;
    missing_ = missing;
    failed_at_ = offset();
    position_ = end_;
  }

  const std::byte* begin_ = nullptr;
  const std::byte* position_ = nullptr;
  const std::byte* end_ = nullptr;
  std::uint64_t missing_ = 0;
  std::size_t failed_at_ = 0;
  bool bad_ = false;
};

}  // namespace loaders
