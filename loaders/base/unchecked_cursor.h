// UncheckedCursor: a Cursor for hot loops. Such a loop reads what is common, and stops at everything else; then a
// Cursor reads the record again and finds out what is wrong, if anything is.
//
// A Cursor checks at every read whether the bytes are there. This one is asked once for several reads: after has(n),
// the reads that follow may take n bytes together and are not checked. Builds with the address sanitizer trap when they
// take more. It knows less than a Cursor (not how many bytes were missing) and consists of two pointers, so that a
// compiler can keep it in registers. To allow that, it must be a local variable, and be passed by value or to functions
// that are inlined.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "loaders/base/sanitized.h"

namespace loaders {

class UncheckedCursor {
 public:
  // The most bytes that one uleb128() takes.
  static constexpr std::size_t kMaxOfInteger = 9;
  // What uleb128() returns for integers of more than 63 bits, of which it reads kMaxOfInteger bytes. No length and no
  // id is as large.
  static constexpr std::uint64_t kTooLong = std::uint64_t{1} << 63;

  // A cursor that nothing can be read from: functions return it when they have failed.
  UncheckedCursor() = default;
  explicit UncheckedCursor(std::span<const std::byte> bytes)
      : position_(bytes.data()),
        end_(bytes.data() + bytes.size()) {}

  explicit operator bool() const { return position_ != nullptr; }

  std::size_t remaining() const { return static_cast<std::size_t>(end_ - position_); }

  // Whether the reads that follow may take `size` bytes together.
  [[gnu::always_inline]] bool has(std::size_t size) {
    if (size > remaining()) return false;
    vouch(size);
    return true;
  }

  [[gnu::always_inline]] std::uint8_t u8() { return take<std::uint8_t>(); }
  [[gnu::always_inline]] std::uint32_t u32() { return take<std::uint32_t>(); }

  [[gnu::always_inline]] std::uint64_t uleb128() {
    const std::uint64_t first = u8();
    if (first < 0x80) [[likely]]
      return first;
    const std::uint64_t second = u8();
    if (second < 0x80) return second << 7 | (first & 0x7f);
    const LongInteger whole = read_rest(*this, (second & 0x7f) << 7 | (first & 0x7f));
    position_ = whole.end;
    return whole.value;
  }

  // The little-endian unsigned integer that begins `ahead` bytes from here. Precondition: has() has allowed its bytes.
  template <class Unsigned>
  [[gnu::always_inline]] Unsigned peek(std::size_t ahead = 0) const {
    static_assert(std::endian::native == std::endian::little);
    check_vouched(ahead + sizeof(Unsigned));
    Unsigned bits;
    std::memcpy(&bits, position_ + ahead, sizeof bits);
    return bits;
  }

  // Moves past bytes that peek() has shown.
  [[gnu::always_inline]] void skip(std::size_t size) { position_ += size; }

  // Returns the next `size` bytes, or none when there are fewer. It checks that itself, and has() must be asked again
  // afterwards.
  [[gnu::always_inline]] std::span<const std::byte> bytes(std::uint64_t size) {
    if (size > remaining()) return {};
    const std::span<const std::byte> slice(position_, static_cast<std::size_t>(size));
    position_ += size;
    vouch(0);
    return slice;
  }

 private:
  struct LongInteger {
    std::uint64_t value;
    const std::byte* end;
  };
  // Not inlined: few integers have more than two bytes, and a loop here would take registers from the code around it.
  [[gnu::noinline]] static LongInteger read_rest(UncheckedCursor cursor, std::uint64_t value) {
    for (unsigned shift = 14; shift < 7 * kMaxOfInteger; shift += 7) {
      const std::uint64_t group = cursor.u8();
      value |= (group & 0x7f) << shift;
      if (group < 0x80) return {value, cursor.position_};
    }
    return {kTooLong, cursor.position_};
  }

  template <class Unsigned>
  [[gnu::always_inline]] Unsigned take() {
    const auto bits = peek<Unsigned>();
    position_ += sizeof bits;
    return bits;
  }

  const std::byte* position_ = nullptr;
  const std::byte* end_ = nullptr;

#ifdef LOADERS_ADDRESS_SANITIZER
  void vouch(std::size_t size) { vouched_ = position_ + size; }
  void check_vouched(std::size_t size) const {
    if (position_ + size > vouched_) __builtin_trap();
  }
  const std::byte* vouched_ = nullptr;  // the end of the bytes that has() has allowed
#else
  static void vouch(std::size_t) {}
  static void check_vouched(std::size_t) {}
#endif
};

}  // namespace loaders
