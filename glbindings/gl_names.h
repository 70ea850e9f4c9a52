// Names of enums and bits, for people: dumps and messages. Replay never uses them.
#pragma once

#include <cstdint>
#include <string>

namespace glbindings {

// "GL_TEXTURE_2D" for a value of a parameter whose ParamInfo::group is `group`. When the group lacks the value, this is
// the name that any group has for it, or "0x1234" when there is no name. Numbers below 0x100 have names only within a
// group, and stay decimal otherwise; so do unknown values of parameters that can be an enum or a number
// (glTexParameteri's param).
std::string enum_name(std::uint16_t group, std::uint64_t value);

// "GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT", or "0". Bits without a name come last, in hexadecimal.
std::string bitmask_names(std::uint16_t group, std::uint64_t value);

}  // namespace glbindings
