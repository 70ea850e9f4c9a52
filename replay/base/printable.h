// Makes text from a file safe to show on a terminal.
#pragma once

#include <cstddef>
#include <string>

namespace replay {

// Replaces each control character from `begin` on by '?', except tabs and ends of lines. In names and strings of a
// trace, control characters would be commands to the terminal that shows them.
void make_printable(std::string& text, std::size_t begin = 0);

}  // namespace replay
