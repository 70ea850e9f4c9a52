// What the arguments of a live call say, and the memory that they lead to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "replay/export_c/c_text.h"
#include "replay/export_c/forms.h"

namespace replay {

inline const void* memory_at(std::uint64_t address) {
  return reinterpret_cast<const void*>(static_cast<std::uintptr_t>(address));
}

inline std::span<const std::byte> bytes_of(std::uint64_t address, std::uint64_t count) {
  return {static_cast<const std::byte*>(memory_at(address)), static_cast<std::size_t>(count)};
}

inline std::string offset(std::uint64_t value) {
  return value == 0 ? "NULL" : fmt::format("(void *){}", c_unsigned(value));
}

// A position below 0 is that of a parameter that the function does not have.
inline std::int64_t signed_at(LiveArguments arguments, int position) {
  return position < 0 ? 1 : static_cast<std::int64_t>(arguments[static_cast<std::size_t>(position)]);
}

inline std::uint32_t enum_at(LiveArguments arguments, int position, std::uint32_t otherwise) {
  return position < 0 ? otherwise : static_cast<std::uint32_t>(arguments[static_cast<std::size_t>(position)]);
}

}  // namespace replay
