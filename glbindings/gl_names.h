// Names of enums and bits, for people: dumps and messages. Replay never uses them.
#pragma once

#include <cstdint>
#include <string>

namespace glbindings {

// "GL_TEXTURE_2D" for a value of a parameter whose ParamInfo::group is `group`; when the group lacks the value, the name that
// any group has for it; "0x1234" when nothing has. Numbers below 0x100 have names only within a group, else they stay decimal,
// as do unknown values of parameters that are an enum or a number (glTexParameteri's param).
std::string enum_name(std::uint16_t group, std::uint64_t value);

// "GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT", "0", unknown bits last in hexadecimal.
std::string bitmask_names(std::uint16_t group, std::uint64_t value);

}  // namespace glbindings
