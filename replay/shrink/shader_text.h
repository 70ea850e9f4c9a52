// Sources of shaders, made smaller line by line.
#pragma once

#include <functional>
#include <string>

#include "loaders/stream/value.h"

namespace replay {

// The text of an argument of glShaderSource, its strings joined.
std::string shader_source(const loaders::Value& strings);

// The text without comments and without lines that are empty then. A # in the first column stays there.
std::string without_comments(const std::string& source);

// Offers the source without comments, and then without more and more of its lines. What is not accepted is not built
// upon. A line without which a value that counts would be undefined is not dropped.
void drop_lines(const std::string& source, const std::function<bool(const std::string&)>& offer,
                const std::function<bool()>& has_ended);

}  // namespace replay
