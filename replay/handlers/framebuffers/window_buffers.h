// Which colour buffers of the window the recorded program draws into and reads, when it names a front buffer.
#pragma once

#include <cstddef>
#include <cstdint>

#include "replay/dispatch/dispatcher.h"

namespace replay::handlers {

// Returns the live name of a buffer for glDrawBuffer. Buffers that do not belong to a window keep their name.
std::uint32_t live_window_buffer(Dispatcher& d, std::uint32_t recorded);
// The same for glReadBuffer, which reads one buffer. It is the front buffer when the name stands for several.
std::uint32_t live_read_buffer(Dispatcher& d, std::uint32_t recorded);

// The same for glDrawBuffers, which accepts single buffers only. Each live buffer appears once, even when it replaces
// several recorded buffers, because GL refuses a buffer that appears twice.
void live_window_buffers(Dispatcher& d, const std::uint32_t* recorded, std::uint32_t* live, std::size_t count);

// To be called after a call that may have changed which buffers framebuffer 0 draws into or reads. Asks GL for them.
// It costs nothing when the recording never named a front buffer.
void follow_window_buffers(Dispatcher& d);

}  // namespace replay::handlers
