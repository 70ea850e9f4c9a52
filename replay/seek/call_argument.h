// What a file may leave out counts as 0: a damaged call can have fewer arguments than its function.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "loaders/stream/call.h"

namespace replay {

inline std::uint64_t argument(const loaders::Call& call, std::size_t i) { return i < call.argc ? call.args[i].u : 0; }

// And is an array of nothing.
template <class T>
std::span<const T> array_argument(const loaders::Call& call, std::size_t i) {
  return i < call.argc ? call.args[i].array<T>() : std::span<const T>();
}

}  // namespace replay
