// How far the arrays of the current vertex array object reach, asked of the driver.
#pragma once

#include <cstdint>
#include <limits>

#include "replay/dispatch/dispatcher.h"

namespace replay {

// Above every index.
inline constexpr std::int64_t kNoIndex = std::numeric_limits<std::int64_t>::max();

// The highest index that all enabled arrays hold: -1 when one of them holds nothing, kNoIndex - 1 when none is enabled. Costs
// hundreds of queries. Precondition: a context with the functions of OpenGL 1, outside of glBegin.
std::int64_t last_index(Dispatcher& d);

}  // namespace replay
