// What GL has bound. Bindings are followed because they decide whether a pointer argument is an offset or an address: to take one
// for the other would make the driver read where a file from a stranger points.
#pragma once

#include <cstdint>

#include "replay/dispatch/asked.h"

namespace replay::handlers {

// The recorded program has just bound a buffer to a target with glBindBuffer. Where GL may have refused it, the driver is asked.
void follow_binding(Dispatcher& d, std::uint32_t target, std::uint32_t recorded, std::uint32_t live);

// The same for the calls that bind to an index of the target as well, which GL refuses for many reasons.
void follow_indexed_binding(Dispatcher& d, std::uint32_t target, std::uint32_t recorded, std::uint32_t live);

}  // namespace replay::handlers
