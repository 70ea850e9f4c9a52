#include "loaders/base/cursor.h"

namespace loaders {

std::uint64_t Cursor::uleb128_long() {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 70; shift += 7) {
    const std::uint64_t group = u8();
    if (bad_) return 0;
    const std::uint64_t bits = group & 0x7f;
    if (shift == 63 && bits > 1) break;  // would need a 65th bit
    value |= bits << shift;
    if (group < 0x80) return value;
  }
  fail();
  return 0;
}

}  // namespace loaders
