// Keys of places: hashes of what tells one place from another.
#pragma once

#include <cstdint>

namespace replay {

constexpr std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  hash ^= value + 0x9e3779b97f4a7c15 + (hash << 12) + (hash >> 4);
  return hash * 0xff51afd7ed558ccd;
}

// Places that no row of the table of effects has. Numbers of rows are below 65536.
inline constexpr std::uint64_t kUnknownState = mix(70000, 0);  // what calls have changed of which nothing is known
inline constexpr std::uint64_t kListEffects = mix(70001, 0);   // what display lists have set
inline constexpr std::uint64_t kShaders = mix(70002, 0);       // of a program
inline constexpr std::uint64_t kLinked = mix(70003, 0);
inline constexpr std::uint64_t kBufferStorage = mix(70004, 0);  // of a buffer
inline constexpr std::uint64_t kElements = mix(70005, 0);       // of a vertex array
inline constexpr std::uint64_t kUniform = mix(70006, 0);
inline constexpr std::uint64_t kListCalls = mix(70007, 0);

}  // namespace replay
