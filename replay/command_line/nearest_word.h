// Finds what a person meant who mistyped a word.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace replay {

// Returns the one of `words` that `typed` is most likely a mistyped form of: a third of its letters at most is missing,
// too many, others or two of them swapped. Empty: none is near enough.
std::string nearest_word(std::string_view typed, const std::vector<std::string>& words);

}  // namespace replay
