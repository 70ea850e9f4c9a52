// Files that are no recordings but are given as such: by their first bytes they can be called what they are.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace loaders {

// "a PNG picture", for example. Empty: `start` is not the start of such a file.
std::string_view name_of_other_file(std::span<const std::byte> start);

inline bool is_other_file(std::span<const std::byte> start) { return !name_of_other_file(start).empty(); }

}  // namespace loaders
