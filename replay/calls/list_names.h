// The array of glCallLists: names of display lists in one of ten types, to which GL adds the list base.
#pragma once

#include <cstddef>
#include <cstdint>

namespace replay {

// How many bytes an element has. 0: GL has no such type.
std::uint32_t list_type_bytes(std::uint32_t type);

// Element `index` of the array, or 0 where GL has no such type. Precondition: the array has the element.
std::uint32_t list_offset(const void* lists, std::uint32_t type, std::size_t index);

}  // namespace replay
