#include "loaders/wtf/event_call.h"

#include <algorithm>

namespace loaders::wtf {

Call call_of(const Event& event, glbindings::FunctionId function, std::span<const Value> args, const Value* result,
             Arena& arena) {
  Call call;
  call.function = function;
  call.flags =
      static_cast<std::uint16_t>(kAnyThread | (event.ends_frame ? kEndsFrame : 0) | (event.time_us ? kTimed : 0));
  call.thread = event.zone;
  call.number = event.index;
  call.argc = static_cast<std::uint8_t>(args.size());
  call.has_result = result != nullptr;
  call.recorded = event.type->recorded;
  Value* values = arena.allocate_array<Value>(args.size() + 2);
  call.args = values;
  values = std::copy(args.begin(), args.end(), values);
  if (result != nullptr) *values++ = *result;
  if (!event.time_us) return call;
  *values = Value::of_sint(*event.time_us);
  values->aux = static_cast<std::uint16_t>(std::min<std::uint32_t>(event.depth, 0xffff));
  return call;
}

}  // namespace loaders::wtf
