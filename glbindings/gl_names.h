// Names of enums and bits for people, in dumps and messages. What a replay does never depends on them.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "glbindings/signature.h"

namespace glbindings {

struct EnumName {
  std::uint64_t value = 0;
  std::uint32_t name_at = 0;  // in tables::kTexts

  const char* name() const { return tables::kTexts + name_at; }
};

// The names of a group, ascending by value, one for each value. Group 0 has none.
std::span<const EnumName> group_names(std::uint16_t group);

// The name that a value has in a group, or null.
const char* name_in_group(std::uint16_t group, std::uint64_t value);

// The best of the names that a value has in any group, or null. Numbers below 0x100 have none here: each would have
// too many.
const char* name_in_any_group(std::uint64_t value);

// Returns the name ("GL_TEXTURE_2D") of a value of a parameter whose ParamInfo::group is `group`. When the group
// lacks the value, it returns the name that any group has for it, or "0x1234" when there is no name. Numbers below
// 0x100 have names only within a group, and are decimal otherwise. Unknown values of parameters that can be an enum
// or a number (glTexParameteri's param) are decimal, too.
std::string enum_name(std::uint16_t group, std::uint64_t value);

// Returns "GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT", or "0". Bits without a name come last, in hexadecimal.
std::string bitmask_names(std::uint16_t group, std::uint64_t value);

}  // namespace glbindings
