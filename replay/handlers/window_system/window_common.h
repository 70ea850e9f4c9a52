// What GLX, EGL, WGL and CGL have in common: contexts and drawables are numbers of the recording.
#pragma once

#include "replay/handlers/common.h"
#include "replay/calls/context_attributes.h"

namespace replay::handlers {

// What a context is made current on when it has no drawable, or the window system does not name it.
inline constexpr std::uint64_t kNoDrawable = UINT64_MAX;

// Keys and ends of attribute lists that several files read.
inline constexpr std::int64_t kGlxPbufferWidth = 0x8041, kGlxPbufferHeight = 0x8040;
inline constexpr std::int64_t kEglEnd = 0x3038;  // EGL_NONE

// True when the call has a result that says it failed; then it changed nothing.
bool failed_in_recording(const Call& call);

// The handle of what the call made; 0 when it failed or has no result.
std::uint64_t made_handle(const Call& call);

// The context that `call` makes, under the number `handle`; 0: it failed in the recording.
void create_context(Dispatcher& d, const Call& call, std::uint64_t handle, std::uint64_t share, ConfigKey config);

// A context of 0 releases what is current on the thread. `read` is what pixels are read from, 0 for `drawable` itself.
void make_current(Dispatcher& d, const Call& call, std::uint64_t drawable, std::uint64_t read, std::uint64_t context);

// The drawable of number `id` is a new one, of that format.
void add_drawable(Dispatcher& d, const Call& call, std::uint64_t id, const PixelFormat& format);

struct SurfaceSize {
  std::int64_t width = 0, height = 0;
};
void add_pbuffer(Dispatcher& d, const Call& call, std::uint64_t id, const PixelFormat& format, SurfaceSize size);

void swap_drawable(Dispatcher& d, std::uint64_t id);

// The value of `key` in a list of pairs, which ends with `end`; `otherwise` when it is not there.
std::int64_t attribute(const Value& list, std::int64_t key, std::int64_t end, std::int64_t otherwise);

// The members of a recorded structure or pointer to one, at least `count`; null when there are fewer.
const Value* struct_members(const Value& value, std::size_t count);

// Of an XVisualInfo; 0 when there is none.
std::uint64_t visual_id(const Value& visual_info);

}  // namespace replay::handlers
