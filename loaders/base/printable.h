// Makes text of a file safe for a terminal or a log, where its control characters could hide lines or command the
// terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace loaders {

// Whether a control character begins at that byte: one of ASCII, or one of U+0080 to U+009F, which are C2 80 to C2 9F
// in UTF-8.
bool is_control(std::string_view text, std::size_t at);

// The text with its control characters as octal escapes, "\033". So a text of one line stays on one line.
void append_printable(std::string& out, std::string_view text);
std::string printable(std::string_view text);

}  // namespace loaders
