// Buffer bindings. They are followed because they decide whether a pointer argument is an offset or an address.
#include "replay/handlers/common.h"

namespace replay::handlers {

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

// Deleting a bound buffer unbinds it, in the current context only.
void delete_buffers(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::DeleteBuffers);
  if (function == nullptr) return;
  d.scratch.reset();
  Attempt attempt{d, call};
  using Policy = DeleteNames<Kind::kBuffer, Arg<0>>;
  const auto* live = Policy::get<const GLuint*>(attempt, call.args[1]);
  if (!attempt.ok) return;
  function(i32(call, 0), live);
  Policy::after(attempt, live, call.args[1]);

  RecordedContext& context = *d.context;
  for (std::int64_t i = 0; i < Arg<0>::count(attempt); ++i) {
    const std::uint32_t name = recorded_name_at(call.args[1], static_cast<std::size_t>(i));
    if (name == 0) continue;
    context.group->mappings.erase(name);
    for (auto& bound : context.bound_buffers) {
      if (bound == name) bound = 0;
    }
    if (auto& bound = context.element_buffers[context.vertex_array]; bound == name) bound = 0;
  }
}

}  // namespace replay::handlers
