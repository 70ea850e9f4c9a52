// Whether memory that a buffer was mapped to is still there. GL ends mappings in many ways (glBufferData, glDeleteBuffers, in another
// context too), and what is written through one that has ended goes to memory of somebody else.
#pragma once

#include <cstdint>
#include <optional>

#include "replay/dispatch/dispatcher.h"

namespace replay {

// What the driver says of the mapping of that recorded buffer; nothing when it does not tell, as inside glBegin.
std::optional<bool> is_still_mapped(Dispatcher& d, std::uint32_t recorded, const Mapping& mapping);

// After a call that ends the mapping of a buffer unless GL refuses it: forgets it when the driver says so.
void forget_ended_mapping(Dispatcher& d, std::uint32_t recorded);

}  // namespace replay
