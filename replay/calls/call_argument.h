// Access to the arguments of a recorded call. A damaged call can have fewer arguments than its function has parameters;
// the missing ones count as 0.
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

// The argument as GL gets it: enums, sizes and names have 32 bits, booleans have eight.
inline std::uint32_t gl_number(const loaders::Call& call, std::size_t i) {
  return static_cast<std::uint32_t>(argument(call, i));
}
inline std::int32_t gl_signed(const loaders::Call& call, std::size_t i) {
  return static_cast<std::int32_t>(gl_number(call, i));
}
inline bool gl_boolean(const loaders::Call& call, std::size_t i) {
  return static_cast<std::uint8_t>(argument(call, i)) != 0;
}

// The argument as an array, which is empty when the argument is missing.
template <class T>
std::span<const T> array_argument(const loaders::Call& call, std::size_t i) {
  return i < call.argc ? call.args[i].array<T>() : std::span<const T>();
}

// Returns the index of the argument for the parameter `name`, or SIZE_MAX when there is none.
inline std::size_t position(const loaders::Call& call, std::string_view name) {
  const auto params = glbindings::signature(call.function).params();
  const auto found = std::ranges::find(
      params, name, [](const glbindings::ParamInfo& param) { return std::string_view(param.name()); });
  const auto at = static_cast<std::size_t>(found - params.begin());
  return at < call.argc ? at : SIZE_MAX;
}

}  // namespace replay
