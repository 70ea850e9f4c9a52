// A hash of a call: its function, and all bytes of its arguments.
#pragma once

#include <xxhash.h>

#include <cstdint>

#include "loaders/stream/call.h"
#include "replay/base/mixed_hash.h"

namespace replay {

inline std::uint64_t hash_of(const loaders::Call& call) {
  std::uint64_t hash = static_cast<std::uint64_t>(call.function);
  for (const loaders::Value& value : call.arguments()) {
    hash = mixed(hash, static_cast<std::uint64_t>(value.kind));
    if (value.has_memory()) hash = XXH3_64bits_withSeed(value.p, value.byte_size(), hash);
    else hash = mixed(hash, value.u);
  }
  return hash;
}

}  // namespace replay
