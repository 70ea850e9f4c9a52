// Copies of calls that are made again later, when the batch that they came in may be gone.
#pragma once

#include <optional>

#include "loaders/stream/arena.h"
#include "loaders/stream/call.h"

namespace replay {

// Returns a copy whose arguments are in `arena`. It has no result and no flags. Nothing for a call with images, strings
// or nested values: GL took these with the state of that time, so the call cannot be made again.
std::optional<loaders::Call> copy_to_repeat(const loaders::Call& call, loaders::Arena& arena);

}  // namespace replay
