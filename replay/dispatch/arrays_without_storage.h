// Vertex arrays that a program enabled and that have no storage here: the recorder lost the data, the buffer was deleted, or
// they were never set. A driver would follow their null pointer at the next draw.
#pragma once

#include <cstdint>

#include "replay/dispatch/dispatcher.h"

namespace replay::handlers {

// Gives a small buffer of zeros to those arrays of the current vertex array object that are enabled and have none.
// Precondition: a context is current.
void fill_empty_arrays(Dispatcher& d);

}  // namespace replay::handlers
