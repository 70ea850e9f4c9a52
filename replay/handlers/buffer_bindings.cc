// Buffer bindings. They are followed because they decide whether a pointer argument is an offset or an address.
#include "replay/handlers/common.h"
#include "replay/handlers/empty_arrays.h"

namespace replay::handlers {
namespace {

// Deleting a bound buffer unbinds it, in the current context only.
void forget_buffer(RecordedContext& context, std::uint32_t name) {
  context.group->mappings.erase(name);
  for (auto& bound : context.bound_buffers) {
    if (bound == name) bound = 0;
  }
  if (auto& bound = context.element_buffers[context.vertex_array]; bound == name) bound = 0;
}

}  // namespace

void bind_buffer(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::BindBuffer);
  if (function == nullptr) return;
  Attempt attempt{d, call};
  const std::uint32_t live = live_name_or_new(attempt, Kind::kBuffer, call.args[1].u);
  if (!attempt.ok) return;
  function(u32(call, 0), live);
  d.context->bind(buffer_target(u32(call, 0)), u32(call, 1));
}

void bind_buffer_base(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::BindBufferBase);
  if (function == nullptr) return;
  Attempt attempt{d, call};
  const std::uint32_t live = live_name_or_new(attempt, Kind::kBuffer, call.args[2].u);
  if (!attempt.ok) return;
  function(u32(call, 0), u32(call, 1), live);
  d.context->bind(buffer_target(u32(call, 0)), u32(call, 2));
}

void bind_buffer_range(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::BindBufferRange);
  if (function == nullptr) return;
  Attempt attempt{d, call};
  const std::uint32_t live = live_name_or_new(attempt, Kind::kBuffer, call.args[2].u);
  if (!attempt.ok) return;
  function(u32(call, 0), u32(call, 1), live, call.args[3].i, call.args[4].i);
  d.context->bind(buffer_target(u32(call, 0)), u32(call, 2));
}

void bind_buffer_offset(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::BindBufferOffsetEXT);
  if (function == nullptr) return;
  Attempt attempt{d, call};
  const std::uint32_t live = live_name_or_new(attempt, Kind::kBuffer, call.args[2].u);
  if (!attempt.ok) return;
  function(u32(call, 0), u32(call, 1), live, call.args[3].i);
  d.context->bind(buffer_target(u32(call, 0)), u32(call, 2));
}

void delete_buffers(Dispatcher& d, const Call& call) {
  for (const std::uint32_t name : delete_names<Kind::kBuffer>(d, call, &GladGLContext::DeleteBuffers)) {
    if (name != 0) forget_buffer(*d.context, name);
  }
  if (d.context != nullptr) fill_empty_arrays(d);  // GL takes a deleted buffer out of the arrays
}

}  // namespace replay::handlers
