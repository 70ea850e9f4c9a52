// What a file may leave out counts as 0: a damaged call can have fewer arguments than its function.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "glbindings/signature.h"
#include "loaders/stream/call.h"

namespace replay {

inline std::uint64_t argument(const loaders::Call& call, std::size_t i) { return i < call.argc ? call.args[i].u : 0; }

// As GL gets it: enums, sizes and names have 32 bits, booleans eight.
inline std::uint32_t gl_number(const loaders::Call& call, std::size_t i) { return static_cast<std::uint32_t>(argument(call, i)); }
inline bool gl_boolean(const loaders::Call& call, std::size_t i) { return static_cast<std::uint8_t>(argument(call, i)) != 0; }

// And is an array of nothing.
template <class T>
std::span<const T> array_argument(const loaders::Call& call, std::size_t i) {
  return i < call.argc ? call.args[i].array<T>() : std::span<const T>();
}

// Where `name` is among the arguments; SIZE_MAX when it is not.
inline std::size_t position(const loaders::Call& call, std::string_view name) {
  const auto params = glbindings::signature(call.function).params;
  const auto found = std::ranges::find(params, name, [](const glbindings::ParamInfo& param) { return std::string_view(param.name); });
  const auto at = static_cast<std::size_t>(found - params.begin());
  return at < call.argc ? at : SIZE_MAX;
}

}  // namespace replay
