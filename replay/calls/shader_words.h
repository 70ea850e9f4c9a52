// The words in the text of shaders, and what they tell before any driver has compiled it.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "loaders/stream/value.h"
#include "replay/calls/texture_targets.h"

namespace replay {

// Returns the source that a glShaderSource gives in `parts`. A word may begin in one part and end in the next.
std::string joined_source(std::span<const loaders::Value> parts);

// Returns the source without the backslashes that join two lines, which may stand inside of a word, too.
std::string with_joined_lines(std::string_view source);

// Returns what follows the comment with which `text` begins; the end of a line is not part of a comment.
std::string_view after_comment(std::string_view text);

// Takes the next word (letters, digits and '_') outside of comments off the front of `text`. Returns an empty word at
// the end.
std::string_view take_word(std::string_view& text);

// The functions below take a source with joined lines. They do not read what it includes (glNamedString).

// Whether the shader enables an extension that gives it pixels of the framebuffer. "#extension all" enables each.
bool asks_for_destination(std::string_view source);

// Whether fragments may be tested before the shader discards them.
bool may_test_early(std::string_view source);

// The targets whose textures the shader may sample. Comments and dead branches (shader_branches.h) count.
TextureTargets sampled_targets(std::string_view source);

// Whether the shader may write memory that is no framebuffer, or read what such a shader wrote: images, storage
// buffers, atomic counters, buffers by their addresses.
bool may_touch_memory(std::string_view source);

}  // namespace replay
