// Text from a file, on its way to a terminal.
#pragma once

#include <cstddef>
#include <string>

namespace replay {

// Puts '?' for each control character from `begin` on, but tabs and ends of lines: in names and strings of a trace they would be
// commands to the terminal that shows them.
void make_printable(std::string& text, std::size_t begin = 0);

}  // namespace replay
