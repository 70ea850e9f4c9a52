// What GL has bound. Bindings are followed because they decide whether a pointer argument is an offset or an address: to take one
// for the other would make the driver read where a file from a stranger points.
#pragma once

#include <cstdint>

#include "replay/dispatch/dispatcher.h"

namespace replay::handlers {

// Whether the driver says that the buffer of that live name is bound there. Costs a query.
bool is_bound(Dispatcher& d, BufferTarget target, std::uint32_t live);

// The recorded program has just bound a buffer to a target. Where GL may have refused it, the driver is asked.
void follow_binding(Dispatcher& d, std::uint32_t target, std::uint32_t recorded, std::uint32_t live);

// Whether the driver says that a number of state has this value. It does not say so when it refuses to tell, as inside glBegin.
bool says(Dispatcher& d, std::uint32_t name, std::uint32_t value);

// What the driver says of a number of state; `otherwise` where it does not tell, as inside glBegin.
std::int32_t asked(Dispatcher& d, std::uint32_t name, std::int32_t otherwise);

}  // namespace replay::handlers
