// Functions for GLX, EGL, WGL and CGL. Their contexts and drawables are recorded numbers.
#pragma once

#include "replay/calls/context_attributes.h"
#include "replay/calls/window_system_calls.h"
#include "replay/handlers/common.h"

namespace replay::handlers {

// Adds the context that `call` creates, with the number `handle`. The handle is 0 when the call failed in the
// recording.
void create_context(Dispatcher& d, const Call& call, std::uint64_t handle, std::uint64_t share, ConfigKey config);

// A context of 0 releases what is current on the thread. `read` is the drawable to read from, or 0 for `drawable`
// itself.
void make_current(Dispatcher& d, const Call& call, std::uint64_t drawable, std::uint64_t read, std::uint64_t context);

// Adds a new drawable with the number `id` and this format.
void add_drawable(Dispatcher& d, const Call& call, std::uint64_t id, const PixelFormat& format);

struct SurfaceSize {
  std::int64_t width = 0, height = 0;
};
void add_pbuffer(Dispatcher& d, const Call& call, std::uint64_t id, const PixelFormat& format, SurfaceSize size);

// Warns where the current context writes sRGB into a window that was recorded with it, and the surface here takes none.
void check_srgb(Dispatcher& d);

void swap_drawable(Dispatcher& d, std::uint64_t id);

}  // namespace replay::handlers
