#include "loaders/base/cursor.h"

namespace loaders {

std::uint64_t Cursor::uleb128_long() {
  constexpr unsigned kMaxGroups = 10;  // 7 bits each; the last one has room for a single bit of 64
  if (bad_) return 0;
  std::uint64_t value = 0;
  const std::byte* next = position_;
  for (unsigned i = 0; i < kMaxGroups; ++i) {
    if (next == end_) {
      stop(1);
      return 0;
    }
    const auto group = std::to_integer<std::uint64_t>(*next++);
    if (i + 1 == kMaxGroups && group > 1) break;  // a 65th bit, or an 11th group
    value |= (group & 0x7f) << (7 * i);
    if (group < 0x80) {
      position_ = next;
      return value;
    }
  }
  fail();
  return 0;
}

}  // namespace loaders
