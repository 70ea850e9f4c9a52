// Keys of places: hashes of what tells one place from another.
#pragma once

#include <cstdint>
#include <string_view>

#include "replay/base/mixed_hash.h"

namespace replay {

// A place by the name that it has in the table of effects.
constexpr std::uint64_t place_key(std::string_view name) {
  std::uint64_t key = 0;
  for (const char c : name) key = mixed(key, static_cast<std::uint8_t>(c));
  return key;
}

// An object of a share group.
constexpr std::uint64_t name_key(std::uint32_t group, std::uint32_t name) { return std::uint64_t{group} << 32 | name; }

// Places that no row of the table of effects has.
inline constexpr std::uint64_t kUnknownState =
    place_key("unknown state");  // what calls have changed of which nothing is known
inline constexpr std::uint64_t kListEffects = place_key("what lists set");  // what display lists have set
inline constexpr std::uint64_t kShaders = place_key("shaders");             // of a program
inline constexpr std::uint64_t kNumbers = place_key("numbers");             // that a program was asked for
inline constexpr std::uint64_t kLinked = place_key("linked");
inline constexpr std::uint64_t kBufferStorage = place_key("buffer storage");  // of a buffer
inline constexpr std::uint64_t kElements = place_key("elements");             // of a vertex array
inline constexpr std::uint64_t kUniform = place_key("uniform");
inline constexpr std::uint64_t kListCalls = place_key("calls of the list");

}  // namespace replay
