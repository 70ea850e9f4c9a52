// One hash out of two, for hashes that are built piece by piece.
#pragma once

#include <cstdint>

namespace replay {

// The order matters: mixed(a, b) is not mixed(b, a). The constants are those of SplitMix64.
constexpr std::uint64_t mixed(std::uint64_t hash, std::uint64_t piece) {
  std::uint64_t z = (hash + 0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9 ^ piece;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

}  // namespace replay
