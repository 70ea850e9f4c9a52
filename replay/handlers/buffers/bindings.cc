#include "replay/handlers/buffers/bindings.h"

#include "replay/handlers/common.h"

namespace replay::handlers {

void follow_indexed_binding(Dispatcher& d, std::uint32_t target, std::uint32_t recorded, std::uint32_t live) {
  const BufferTarget slot = buffer_target(target);
  if (slot != BufferTarget::kCount && is_bound(d, slot, live)) d.context->bind(slot, recorded);
}

void follow_binding(Dispatcher& d, std::uint32_t target, std::uint32_t recorded, std::uint32_t live) {
  const BufferTarget slot = buffer_target(target);
  // Every version has these two targets, and this driver made the name. So GL can only refuse the call inside glBegin.
  const bool is_taken = (slot == BufferTarget::kArray || slot == BufferTarget::kElementArray) && !is_inside_begin(d);
  if (is_taken) return d.context->bind(slot, recorded);
  follow_indexed_binding(d, target, recorded, live);
}

}  // namespace replay::handlers
