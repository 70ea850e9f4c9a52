// An event as a call of the neutral stream.
#pragma once

#include <span>

#include "loaders/stream/arena.h"
#include "loaders/stream/call.h"
#include "loaders/wtf/event.h"

namespace loaders::wtf {

// Makes a call of `function` from `event`, with its number, zone and time. `args` must live as long as the arena, as
// the arguments of the event do; `result` may be null.
Call call_of(const Event& event, glbindings::FunctionId function, std::span<const Value> args, const Value* result,
             Arena& arena);

}  // namespace loaders::wtf
