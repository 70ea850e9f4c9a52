// Which uniforms of a shader declare a location: layout(location = 3) uniform vec4 a. Such a location is the same
// with every driver, so a program may use it without a query. GL has no query for which locations are declared.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace replay {

// Adds the names that the source of a shader declares with a location. The number itself is not needed, because the
// driver knows it. `qualifier` is "uniform", or "in" for the attributes of a vertex shader.
void add_declared(std::string_view source, std::string_view qualifier, std::set<std::string, std::less<>>& names);

}  // namespace replay
