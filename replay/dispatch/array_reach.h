// Asks the driver how far the arrays of the current vertex array object reach.
#pragma once

#include <cstdint>
#include <limits>

#include "replay/dispatch/dispatcher.h"

namespace replay {

// This number is above every index.
inline constexpr std::int64_t kNoIndex = std::numeric_limits<std::int64_t>::max();

// Returns the highest index that all enabled arrays have: -1 when one of them is empty, kNoIndex - 1 when none is
// enabled. It costs hundreds of queries. Precondition: the context has the functions of OpenGL 1 and is not inside
// glBegin.
std::int64_t last_index(Dispatcher& d);

}  // namespace replay
