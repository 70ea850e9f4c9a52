// Making a live object where the recording shows only its use.
#pragma once

#include <cstdint>

#include "replay/remap/share_group.h"

struct GladGLContext;

namespace replay {

// A fresh live name of that kind in the current context; 0 when the driver cannot make one.
std::uint32_t create_name(const GladGLContext& gl, Kind kind);

// The kind that a glObjectLabel identifier names (GL_BUFFER, GL_TEXTURE ...); kNone for any other enum.
Kind kind_of_identifier(std::uint32_t gl_enum);

}  // namespace replay
