// The attributes that a vertex shader declares and uses, in the order of its text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace loaders::wtf::webgl {

struct DeclaredAttribute {
  std::string name;
  std::uint32_t columns = 1;  // how many locations it takes: several for a matrix
};

// Reads a shader in GLSL ES 1.00. In other text, it finds what looks like declarations. Of a very long text it reads
// the beginning only.
std::vector<DeclaredAttribute> declared_attributes(std::string_view source);

}  // namespace loaders::wtf::webgl
