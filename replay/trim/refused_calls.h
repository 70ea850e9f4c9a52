// The calls of a recording that the driver refuses, asked of a replay in another process.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "replay/slice/slice.h"

namespace replay {

// Sorted numbers of calls up to the end of what is wanted; trim/refusals.h says which. Empty when the replay
// fails. `arguments` ("--limit", ...) are for the replay.
std::vector<std::uint64_t> refused_calls(const std::string& trace, const SliceOf& wanted,
                                         const std::vector<std::string>& arguments);

}  // namespace replay
