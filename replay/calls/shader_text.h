// The text of a shader of a recording, as far as it is read before any driver has compiled it.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "loaders/stream/value.h"

namespace replay {

// Returns the source that a glShaderSource gives in `parts`. A word may begin in one part and end in the next.
std::string joined_source(std::span<const loaders::Value> parts);

// Takes the next word (letters, digits and '_') outside of comments off the front of `text`. Returns an empty word at
// the end. A backslash at the end of a line joins it with the next one, which the caller has to undo if it matters.
std::string_view take_word(std::string_view& text);

// Whether the shader enables an extension that gives it pixels of the framebuffer. "#extension all" enables each.
bool asks_for_destination(std::string_view source);

// Whether the shader may sample textures.
bool may_have_samplers(std::string source);

}  // namespace replay
