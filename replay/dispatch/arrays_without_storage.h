// Vertex arrays that are enabled and have no storage, because the recorder lost the data, the buffer was deleted, or
// they were never set. A driver would follow their null pointer at the next draw.
#pragma once

#include <cstdint>

#include "replay/dispatch/dispatcher.h"

namespace replay {

// Gives a small buffer of zeros to the arrays of the current vertex array object that are enabled and have no storage.
// Precondition: a context is current.
void fill_empty_arrays(Dispatcher& d);

// To be called after glEnableClientState and glEnableVertexAttribArray. The next draw checks the array's storage.
void note_enabled_client_array(RecordedContext& context, std::uint32_t capability);
void note_enabled_attribute(RecordedContext& context, std::uint32_t index);

}  // namespace replay
