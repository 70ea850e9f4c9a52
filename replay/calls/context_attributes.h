// What a recorded call of any window system requests for the context that it creates.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "loaders/stream/call.h"
#include "replay/platform/context_request.h"

namespace replay {

// WebGL 1 is defined by GLSL ES 1.00 and the semantics of OpenGL ES 2.
inline constexpr ContextRequest kWebGl = {.api = Api::kGles2, .major = 2, .minor = 0};

// Returns nothing for a call that creates no context, or that failed in the recording. `egl_api` is the API that
// eglBindAPI chose on the call's thread.
std::optional<ContextRequest> requested_context(const loaders::Call& call, Api egl_api);

// A context that a call makes.
struct MadeContext {
  std::uint64_t handle = 0;  // 0: the call failed
  // The context with which it shares its objects; 0: with none. Nothing: contexts of WGL share by a later call.
  std::optional<std::uint64_t> partner{};
};
// Returns nothing where the call does not tell which context it made. Precondition: it is one that makes contexts.
std::optional<MadeContext> made_context(const loaders::Call& call);

// "core", "compatibility", "es", or "legacy" for a context that was requested without a profile.
std::string profile_name(const ContextRequest& request);

// Returns element `index` of an attribute list. Its packing depends on what the format knows about the parameter.
// Precondition: index < list.count.
std::int64_t list_element(const loaders::Value& list, std::size_t index);

}  // namespace replay
