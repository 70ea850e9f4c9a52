// Bytes as letters that may stand in an element of HTML and between the quotes of a string of JavaScript: 13 bits are
// two of 91 letters. That is 1.23 letters for a byte, where base64 takes 1.33.
//
// The letters are all of ASCII that can be seen, but for < " and \. The low bits come first. At the end, up to 6 bits
// are one letter.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace replay {

std::string base91(std::span<const std::uint8_t> bytes);

// The length of the text for so many bytes.
std::uint64_t base91_length(std::uint64_t bytes);

}  // namespace replay
