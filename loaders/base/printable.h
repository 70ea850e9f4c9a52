// Text of a file on its way to a terminal or a log: what is no printable ASCII or UTF-8 could hide lines or command the terminal.
#pragma once

#include <string>
#include <string_view>

namespace loaders {

// Control characters as octal escapes, "\033".
std::string printable(std::string_view text);

}  // namespace loaders
