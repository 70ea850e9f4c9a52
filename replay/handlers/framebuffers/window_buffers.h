// Which colour buffers of the window the recorded program draws into and reads, where it names a front buffer.
#pragma once

#include <cstddef>
#include <cstdint>

#include "replay/dispatch/dispatcher.h"

namespace replay::handlers {

// The live name of a buffer that glDrawBuffer names; others than those of a window stay what they are.
std::uint32_t live_window_buffer(Dispatcher& d, std::uint32_t recorded);
// The same for glReadBuffer, which reads one buffer: the front where it is named with others.
std::uint32_t live_read_buffer(Dispatcher& d, std::uint32_t recorded);

// The same for glDrawBuffers, which takes single buffers only. Each live buffer comes once: GL refuses a buffer that is named twice,
// as it would be where several recorded buffers have only one to stand for them.
void live_window_buffers(Dispatcher& d, const std::uint32_t* recorded, std::uint32_t* live, std::size_t count);

// After a call that may have changed what framebuffer 0 draws into or reads: GL is asked. Costs nothing where no front buffer was
// ever named.
void follow_window_buffers(Dispatcher& d);

}  // namespace replay::handlers
