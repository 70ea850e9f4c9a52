// The parts of a shader that its preprocessor surely leaves out.
#pragma once

#include <string>
#include <string_view>

namespace replay {

// Returns the source without comments and without most of what no driver compiles: the branches of #if and #ifdef whose
// condition needs a macro that is defined nowhere before. Branches stay where the condition says anything else, and
// where the macro may be one of the driver (GL_..., and what has two underscores). `source` has joined lines
// (shader_words.h).
std::string without_dead_branches(std::string_view source);

}  // namespace replay
