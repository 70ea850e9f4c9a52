// Whether a buffer is still mapped. GL ends mappings in many ways (glBufferData, glDeleteBuffers, also in another
// context). Writing through a mapping that has ended would change memory that belongs to something else.
#pragma once

#include <cstdint>
#include <optional>

#include "replay/dispatch/dispatcher.h"

namespace replay {

// Returns whether the driver still has this mapping of the recorded buffer, or nothing when it does not answer, as
// inside glBegin.
std::optional<bool> is_still_mapped(Dispatcher& d, std::uint32_t recorded, const Mapping& mapping);

// To be called after a call that ends the mapping of a buffer unless GL refuses it. Forgets the mapping when the
// driver says that it has ended.
void forget_ended_mapping(Dispatcher& d, std::uint32_t recorded);

}  // namespace replay
