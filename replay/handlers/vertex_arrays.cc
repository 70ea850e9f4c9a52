// Vertex array objects. They carry the element array binding, which says where glDrawElements finds its indices.
#include "replay/handlers/common.h"

namespace replay::handlers {
namespace {

void bind_default(RecordedContext& context) {
  context.vertex_array = 0;
  context.bind(BufferTarget::kElementArray, context.element_buffers[0]);
}

}  // namespace

void bind_vertex_array(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::BindVertexArray);
  if (function == nullptr) return;
  Attempt attempt{d, call};
  const std::uint32_t live = live_name_or_new(attempt, Kind::kVertexArray, call.args[0].u);
  if (!attempt.ok) return;
  function(live);
  RecordedContext& context = *d.context;
  context.vertex_array = u32(call, 0);
  context.bind(BufferTarget::kElementArray, context.element_buffers[context.vertex_array]);
}

void delete_vertex_arrays(Dispatcher& d, const Call& call) {
  for (const std::uint32_t name : delete_names<Kind::kVertexArray>(d, call, &GladGLContext::DeleteVertexArrays)) {
    if (name == 0) continue;
    d.context->element_buffers.erase(name);
    if (d.context->vertex_array == name) bind_default(*d.context);
  }
}

void client_active_texture(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::ClientActiveTexture);
  if (function == nullptr) return;
  function(u32(call, 0));
  d.context->client_texture = u32(call, 0) - GL_TEXTURE0;
}

void vertex_array_element_buffer(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::VertexArrayElementBuffer);
  if (function == nullptr) return;
  Attempt attempt{d, call};
  const std::uint32_t live_array = live_name(attempt, Kind::kVertexArray, call.args[0].u);
  const std::uint32_t live_buffer = live_name_or_new(attempt, Kind::kBuffer, call.args[1].u);
  if (!attempt.ok) return;
  function(live_array, live_buffer);
  RecordedContext& context = *d.context;
  context.element_buffers[u32(call, 0)] = u32(call, 1);
  if (context.vertex_array == u32(call, 0)) context.bind(BufferTarget::kElementArray, u32(call, 1));
}

}  // namespace replay::handlers
