// Creates a live object when the recording shows only its use.
#pragma once

#include <cstdint>

#include "replay/remap/share_group.h"

struct GladGLContext;

namespace replay {

// Returns a new live name of this kind in the current context, or 0 when the driver cannot create one.
std::uint32_t create_name(const GladGLContext& gl, Kind kind);

// Returns the kind that an identifier of glObjectLabel names (GL_BUFFER, GL_TEXTURE ...), or kNone for any other enum.
Kind kind_of_identifier(std::uint32_t gl_enum);

}  // namespace replay
