// Makes text from a file safe to show on a terminal, and to write into XML.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace replay {

// Replaces each control character from `begin` on by '?', except tabs and ends of lines. In names and strings of a
// trace, control characters would be commands to the terminal that shows them.
void make_printable(std::string& text, std::size_t begin = 0);

// The beginning of the text: at most `size` bytes, and no letter of UTF-8 is cut.
std::string_view whole_letters(std::string_view text, std::size_t size);

// Replaces each byte that is not part of a letter of UTF-8 by '?', and the noncharacters U+FFFE and U+FFFF. XML can
// have neither.
void make_utf8(std::string& text);

}  // namespace replay
