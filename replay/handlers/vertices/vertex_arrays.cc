// Vertex array objects. They contain the element array binding, which decides where glDrawElements finds its indices.
#include <vector>

#include "replay/dispatch/asked.h"
#include "replay/handlers/common.h"

namespace replay::handlers {
namespace {

// Returns whether the element buffer of a vertex array object has this live name. Only GL 4.5 has the call that needs
// this.
bool has_element_buffer(Dispatcher& d, std::uint32_t live_array, std::uint32_t live_buffer) {
  if (d.gl->GetVertexArrayiv == nullptr) return false;
  const GlErrors::Asking asking(d.errors);
  GLint bound = 0;
  d.gl->GetVertexArrayiv(live_array, GL_ELEMENT_ARRAY_BUFFER_BINDING, &bound);
  return static_cast<std::uint32_t>(bound) == live_buffer;
}

}  // namespace

void bind_vertex_array(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::BindVertexArray);
  if (function == nullptr) return;
  CallInProgress attempt{d, call};
  const std::uint32_t live = live_name_or_new(attempt, Kind::kVertexArray, call.args[0].u);
  if (!attempt.ok) return;
  function(live);
  if (!d.context->has_begin() || driver_has(d, GL_VERTEX_ARRAY_BINDING, live))
    d.context->bind_vertex_array(u32(call, 0), live);
}

void delete_vertex_arrays(Dispatcher& d, const Call& call) {
  std::vector<std::uint32_t> live;  // the live names, which are forgotten when the objects are deleted
  if (d.context != nullptr) {
    for (const std::uint32_t name : call.args[1].array<std::uint32_t>())
      live.push_back(d.context->map(Kind::kVertexArray).find(name));
  }
  const auto deleted = delete_names<Kind::kVertexArray>(d, call, &GladGLContext::DeleteVertexArrays);
  for (std::size_t i = 0; i < deleted.size(); ++i) {
    if (live[i] == 0) continue;
    if (d.context->arrays == &d.context->vertex_arrays[live[i]]) {
      if (!driver_has(d, GL_VERTEX_ARRAY_BINDING, 0)) continue;
      d.context->bind_vertex_array(0, 0);
    }
    d.context->vertex_arrays.erase(live[i]);
  }
}

void client_active_texture(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::ClientActiveTexture);
  if (function == nullptr) return;
  function(u32(call, 0));
  const auto unit = asked(d, GL_CLIENT_ACTIVE_TEXTURE);
  if (unit) d.context->client_texture = static_cast<std::uint32_t>(*unit) - GL_TEXTURE0;
}

void vertex_array_element_buffer(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::VertexArrayElementBuffer);
  if (function == nullptr) return;
  CallInProgress attempt{d, call};
  const std::uint32_t live_array = live_name(attempt, Kind::kVertexArray, call.args[0].u);
  const std::uint32_t live_buffer = live_name_or_new(attempt, Kind::kBuffer, call.args[1].u);
  if (!attempt.ok) return;
  function(live_array, live_buffer);
  if (u32(call, 1) != 0 && !has_element_buffer(d, live_array, live_buffer)) return;
  RecordedContext& context = *d.context;
  VertexArrayState& arrays = context.vertex_arrays[live_array];
  arrays.element_buffer = u32(call, 1);
  const bool is_current = context.arrays == &arrays && is_bound(d, BufferTarget::kElementArray, live_buffer);
  if (is_current) context.bind(BufferTarget::kElementArray, u32(call, 1));
}

}  // namespace replay::handlers
