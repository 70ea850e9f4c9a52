#include "replay/handlers/bindings.h"

#include "replay/handlers/common.h"

namespace replay::handlers {

std::int32_t asked(Dispatcher& d, std::uint32_t name, std::int32_t otherwise) {
  const GlErrors::Asking asking(d.errors);
  GLint value = otherwise;
  if (d.gl->GetIntegerv != nullptr) d.gl->GetIntegerv(name, &value);
  return value;
}

bool says(Dispatcher& d, std::uint32_t name, std::uint32_t value) {
  if (d.gl->GetIntegerv == nullptr) return true;  // nobody to ask
  return static_cast<std::uint32_t>(asked(d, name, static_cast<std::int32_t>(~value))) == value;
}

bool is_bound(Dispatcher& d, BufferTarget target, std::uint32_t live) { return says(d, binding_query(target), live); }

void follow_binding(Dispatcher& d, std::uint32_t target, std::uint32_t recorded, std::uint32_t live) {
  const BufferTarget slot = buffer_target(target);
  if (slot == BufferTarget::kCount) return;
  // Every version has these two, and without glBegin nothing can be wrong about binding a buffer that is there. To believe that
  // there is none where there is one does no harm: GL takes an address for an offset, which leads nowhere.
  const bool always_there = slot == BufferTarget::kArray || slot == BufferTarget::kElementArray;
  const bool may_be_refused = recorded != 0 && (d.context->has_begin() || !always_there);
  if (!may_be_refused || is_bound(d, slot, live)) d.context->bind(slot, recorded);
}

}  // namespace replay::handlers
