// Tracks what GL has bound. Bindings decide whether a pointer argument is an offset or an address. If an address were
// passed on as an offset, the driver would read where a file from a stranger points.
#pragma once

#include <cstdint>

#include "replay/dispatch/asked.h"

namespace replay::handlers {

// To be called after a glBindBuffer of the recorded program. If GL may have refused it, the driver is asked.
void follow_binding(Dispatcher& d, std::uint32_t target, std::uint32_t recorded, std::uint32_t live);

// The same for calls that also bind to an index of the target. GL may refuse these for many reasons.
void follow_indexed_binding(Dispatcher& d, std::uint32_t target, std::uint32_t recorded, std::uint32_t live);

}  // namespace replay::handlers
