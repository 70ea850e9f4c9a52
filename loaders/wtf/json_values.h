// Arguments of events in event lists, which are plain JSON values.
#pragma once

#include <span>

#include "loaders/stream/arena.h"
#include "loaders/stream/value.h"
#include "loaders/wtf/event.h"
#include "loaders/wtf/json.h"

namespace loaders::wtf {

// Reads a value for each argument of `type`. Arguments that `args` (a list, or nullptr) lacks are null; more arguments
// than those of the type follow them, up to `max` altogether. A value whose type is not that of its argument stays as
// it is.
std::span<const Value> read_json_values(const Json* args, const EventType& type, std::size_t max, Arena& arena);

}  // namespace loaders::wtf
