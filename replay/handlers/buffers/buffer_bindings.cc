// Buffer bindings. They are tracked because they decide whether a pointer argument is an offset or an address.
#include "replay/handlers/buffers/bindings.h"
#include "replay/handlers/common.h"

namespace replay::handlers {
namespace {

// Deleting a bound buffer unbinds it, in the current context only. The name may have been given to a new buffer while
// the old one stayed bound; then the old one is still bound.
void forget_buffer(Dispatcher& d, std::uint32_t name) {
  d.context->group->mappings.erase(name);
  for (std::size_t i = 0; i < static_cast<std::size_t>(BufferTarget::kCount); ++i) {
    const auto target = static_cast<BufferTarget>(i);
    if (d.context->bound(target) == name && is_bound(d, target, 0)) d.context->bind(target, 0);
  }
}

}  // namespace

void bind_buffer(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::BindBuffer);
  if (function == nullptr) return;
  CallInProgress attempt{d, call};
  const std::uint32_t live = live_name_or_new(attempt, Kind::kBuffer, call.args[1].u);
  if (!attempt.ok) return;
  function(u32(call, 0), live);
  follow_binding(d, u32(call, 0), u32(call, 1), live);
}

void bind_buffer_base(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::BindBufferBase);
  if (function == nullptr) return;
  CallInProgress attempt{d, call};
  const std::uint32_t live = live_name_or_new(attempt, Kind::kBuffer, call.args[2].u);
  if (!attempt.ok) return;
  function(u32(call, 0), u32(call, 1), live);
  follow_indexed_binding(d, u32(call, 0), u32(call, 2), live);
}

void bind_buffer_range(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::BindBufferRange);
  if (function == nullptr) return;
  CallInProgress attempt{d, call};
  const std::uint32_t live = live_name_or_new(attempt, Kind::kBuffer, call.args[2].u);
  if (!attempt.ok) return;
  function(u32(call, 0), u32(call, 1), live, call.args[3].i, call.args[4].i);
  follow_indexed_binding(d, u32(call, 0), u32(call, 2), live);
}

void bind_buffer_offset(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::BindBufferOffsetEXT);
  if (function == nullptr) return;
  CallInProgress attempt{d, call};
  const std::uint32_t live = live_name_or_new(attempt, Kind::kBuffer, call.args[2].u);
  if (!attempt.ok) return;
  function(u32(call, 0), u32(call, 1), live, call.args[3].i);
  follow_indexed_binding(d, u32(call, 0), u32(call, 2), live);
}

void delete_buffers(Dispatcher& d, const Call& call) {
  for (const std::uint32_t name : delete_names<Kind::kBuffer>(d, call, &GladGLContext::DeleteBuffers)) {
    if (name == 0) continue;
    forget_buffer(d, name);
    d.context->arrays->stored = 0;  // GL removes a deleted buffer from the arrays
  }
}

}  // namespace replay::handlers
