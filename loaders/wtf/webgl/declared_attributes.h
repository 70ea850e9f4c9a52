// The attributes that a vertex shader declares and uses, in the order of its text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace loaders::wtf::webgl {

struct DeclaredAttribute {
  std::string name;
  std::uint32_t columns = 1;  // locations that it takes: more than one for a matrix
};

// GLSL ES 1.00. Of text that is none, whatever looks like a declaration. Of a very long one, the beginning.
std::vector<DeclaredAttribute> declared_attributes(std::string_view source);

}  // namespace loaders::wtf::webgl
