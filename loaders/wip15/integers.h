// The three encodings of integers (format.h). The functions are inline because a file mostly consists of integers.
#pragma once

#include <cstddef>
#include <cstdint>

#include "loaders/base/cursor.h"
#include "loaders/wip15/format.h"

namespace loaders::wip15 {

inline std::uint64_t read_unsigned(Cursor& cursor, Integers integers) {
  return integers == Integers::kRaw8 ? cursor.u64() : cursor.uleb128();
}

// Signed LEB128 is as long as the unsigned form. So this reads the unsigned form and extends the sign from the highest
// bit of the last group.
inline std::int64_t read_sleb128(Cursor& cursor) {
  const std::size_t before = cursor.offset();
  const std::uint64_t bits = cursor.uleb128();
  const std::size_t groups = cursor.offset() - before;
  if (!cursor.ok() || groups == 0 || groups * 7 >= 64) return static_cast<std::int64_t>(bits);
  const unsigned unused = static_cast<unsigned>(64 - groups * 7);
  return static_cast<std::int64_t>(bits << unused) >> unused;
}

inline std::int64_t read_signed(Cursor& cursor, Integers integers) {
  if (integers == Integers::kSignBit) [[likely]] {
    const std::uint64_t bits = cursor.uleb128();
    const std::uint64_t magnitude = bits >> 1;
    return static_cast<std::int64_t>(bits & 1 ? 0 - magnitude : magnitude);
  }
  return integers == Integers::kRaw8 ? cursor.i64() : read_sleb128(cursor);
}

}  // namespace loaders::wip15
