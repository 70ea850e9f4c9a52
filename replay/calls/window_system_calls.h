// How calls of GLX, EGL, WGL and CGL tell what they did: results, lists of attributes, recorded structures.
#pragma once

#include <cstddef>
#include <cstdint>

#include "loaders/stream/call.h"

namespace replay {

// Keys and ends of attribute lists that several files read.
inline constexpr std::int64_t kGlxPbufferWidth = 0x8041, kGlxPbufferHeight = 0x8040;
inline constexpr std::int64_t kEglEnd = 0x3038;  // EGL_NONE

// True when the call has a result that says it failed; then it changed nothing.
bool failed_in_recording(const loaders::Call& call);

// The handle of what the call made; 0 when it failed or has no result.
std::uint64_t made_handle(const loaders::Call& call);

// The value of `key` in a list of pairs, which ends with `end`; `otherwise` when it is not there.
std::int64_t attribute(const loaders::Value& list, std::int64_t key, std::int64_t end, std::int64_t otherwise);

// The members of a recorded structure or pointer to one, at least `count`; null when there are fewer.
const loaders::Value* struct_members(const loaders::Value& value, std::size_t count);

// Of an XVisualInfo; 0 when there is none.
std::uint64_t visual_id(const loaders::Value& visual_info);

}  // namespace replay
