// How to read calls of GLX, EGL, WGL and CGL: their results, lists of attributes and recorded structures.
#pragma once

#include <cstddef>
#include <cstdint>

#include "loaders/stream/call.h"

namespace replay {

// Keys and terminators of attribute lists that several files read.
inline constexpr std::int64_t kGlxPbufferWidth = 0x8041, kGlxPbufferHeight = 0x8040;
inline constexpr std::int64_t kEglEnd = 0x3038;  // EGL_NONE

// Returns true when the call's result says that it failed. Such a call changed nothing.
bool failed_in_recording(const loaders::Call& call);

// Returns the handle of what the call created, or 0 when it failed or has no result.
std::uint64_t made_handle(const loaders::Call& call);

// Returns the value of `key` in a list of pairs that ends with `end`, or `otherwise` when the key is missing.
std::int64_t attribute(const loaders::Value& list, std::int64_t key, std::int64_t end, std::int64_t otherwise);

// Returns the members of a recorded structure or of a pointer to one, or null when it has fewer than `count` members.
const loaders::Value* struct_members(const loaders::Value& value, std::size_t count);

// Returns the visual ID of a recorded XVisualInfo, or 0 when there is none.
std::uint64_t visual_id(const loaders::Value& visual_info);

}  // namespace replay
