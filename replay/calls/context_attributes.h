// What a recorded call asks of a context that it creates, whatever the window system.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "loaders/stream/call.h"
#include "replay/platform/context_request.h"

namespace replay {

// GLSL ES 1.00 and the semantics of OpenGL ES 2 are what WebGL 1 is made of.
inline constexpr ContextRequest kWebGl = {.api = Api::kGles2, .major = 2, .minor = 0};

// Nothing for a call that creates no context, or failed to in the recording. `egl_api`: what eglBindAPI chose on the thread.
std::optional<ContextRequest> requested_context(const loaders::Call& call, Api egl_api);

// "core", "compatibility", "es", or "legacy" for a context made without saying.
std::string profile_name(const ContextRequest& request);

// Element `index` of an attribute list, whose packing depends on what the format knows of the parameter.
// Precondition: index < list.count.
std::int64_t list_element(const loaders::Value& list, std::size_t index);

}  // namespace replay
