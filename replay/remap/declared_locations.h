// Which uniforms of a shader have a location in their declaration: layout(location = 3) uniform vec4 a. Such a location
// is the same number on every driver, so a program may use it without asking, and no query of GL tells which locations
// are of that kind.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace replay {

// Adds the names that the source of a shader declares so. Which number it is does not matter: the driver knows.
// `qualifier`: "uniform", or "in" for the attributes of a vertex shader.
void add_declared(std::string_view source, std::string_view qualifier, std::set<std::string, std::less<>>& names);

}  // namespace replay
