// Text of a file on its way to a terminal or a log: control characters could hide lines, or command the terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace loaders {

// Whether a control character begins at that byte: of ASCII, or U+0080 to U+009F, which UTF-8 has as C2 80 to C2 9F.
bool is_control(std::string_view text, std::size_t at);

// With control characters as octal escapes, "\033": what is one line stays one.
void append_printable(std::string& out, std::string_view text);
std::string printable(std::string_view text);

}  // namespace loaders
