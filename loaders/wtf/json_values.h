// Arguments of events in event lists: plain JSON values.
#pragma once

#include <span>

#include "loaders/stream/arena.h"
#include "loaders/stream/value.h"
#include "loaders/wtf/event.h"
#include "loaders/wtf/json.h"

namespace loaders::wtf {

// A value for each argument of `type`, null for those that `args` (a list, or nullptr) lacks; what it has beyond them
// follows, as far as `max` goes. A value of another type than its argument stays as it is.
std::span<const Value> read_json_values(const Json* args, const EventType& type, std::size_t max, Arena& arena);

}  // namespace loaders::wtf
