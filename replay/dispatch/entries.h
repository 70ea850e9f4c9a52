// Where glad's function table has the function of a call. Rows look it up by the call and are not made for one entry,
// so that functions with the same type and the same policies share a row: 2,300 functions have some 800 different ones.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "glbindings/function_id.h"

struct GladGLContext;

namespace replay {

// By FunctionId: the bytes before its pointer. 0 for functions that are not in the table.
extern const std::array<std::uint32_t, static_cast<std::size_t>(glbindings::FunctionId::kCount)> entry_offsets;

// Precondition: the table has the function, and Entry is the type of its pointer.
template <class Entry>
Entry entry_of(const GladGLContext& table, glbindings::FunctionId function) {
  const auto* bytes = reinterpret_cast<const std::byte*>(&table);
  return *reinterpret_cast<const Entry*>(bytes + entry_offsets[static_cast<std::size_t>(function)]);
}

}  // namespace replay
