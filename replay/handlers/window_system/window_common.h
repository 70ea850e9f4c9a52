// What GLX, EGL, WGL and CGL have in common: contexts and drawables are numbers of the recording.
#pragma once

#include "replay/calls/context_attributes.h"
#include "replay/calls/window_system_calls.h"
#include "replay/handlers/common.h"

namespace replay::handlers {

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

}  // namespace replay::handlers
