// An event as a call of the neutral stream.
#pragma once

#include <span>

#include "loaders/stream/call.h"
#include "loaders/stream/arena.h"
#include "loaders/wtf/event.h"

namespace loaders::wtf {

// The call of `function` that `event` is, with its number, zone and time. `args` must live as long as the arena, as the event's
// own do; `result` may be null.
Call call_of(const Event& event, glbindings::FunctionId function, std::span<const Value> args, const Value* result,
             Arena& arena);

}  // namespace loaders::wtf
