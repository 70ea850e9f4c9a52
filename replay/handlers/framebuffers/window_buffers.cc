#include "replay/handlers/framebuffers/window_buffers.h"

#include <glad/gl.h>

#include <algorithm>
#include <utility>

#include "replay/dispatch/asked.h"
#include "replay/handlers/common.h"

namespace replay::handlers {
namespace {

bool is_front(std::uint32_t buffer) {
  return buffer == GL_FRONT || buffer == GL_FRONT_LEFT || buffer == GL_LEFT || buffer == GL_FRONT_AND_BACK;
}

// WindowSystem::window_buffer() explains which live name stands for which buffer.
WindowBuffer buffer_of(std::uint32_t live) {
  if (live == GL_FRONT_AND_BACK) return WindowBuffer::kBoth;
  return live == GL_FRONT ? WindowBuffer::kFront : WindowBuffer::kBack;
}

// With GL_NONE nothing is drawn, so the window need not change.
void follow(Dispatcher& d, std::uint32_t name, WindowBuffer& buffer) {
  const auto live = static_cast<std::uint32_t>(asked(d, name).value_or(GL_NONE));
  if (live != GL_NONE) buffer = buffer_of(live);
}

}  // namespace

std::uint32_t live_window_buffer(Dispatcher& d, std::uint32_t recorded) {
  if (is_front(recorded)) d.window_system.name_front();
  return d.window_system.window_buffer(recorded);
}

std::uint32_t live_read_buffer(Dispatcher& d, std::uint32_t recorded) {
  return live_window_buffer(d, is_front(recorded) ? std::uint32_t{GL_FRONT} : recorded);
}

void live_window_buffers(Dispatcher& d, const std::uint32_t* recorded, std::uint32_t* live, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    const bool is_single = recorded[i] == GL_BACK || recorded[i] == GL_BACK_LEFT;
    live[i] = is_single ? d.window_system.window_buffer(recorded[i]) : recorded[i];
    if (live[i] != GL_NONE && std::find(live, live + i, live[i]) != live + i) live[i] = GL_NONE;
  }
}

void follow_window_buffers(Dispatcher& d) {
  if (!d.window_system.names_front() || d.context == nullptr || d.context->request.api != Api::kGl) return;
  RecordedContext& context = *d.context;
  const std::pair before{context.drawn_buffer, context.read_buffer};
  if (context.draw_framebuffer == 0) follow(d, GL_DRAW_BUFFER, context.drawn_buffer);
  if (context.read_framebuffer == 0) follow(d, GL_READ_BUFFER, context.read_buffer);
  if (before != std::pair{context.drawn_buffer, context.read_buffer}) d.window_system.restore_current();
}

}  // namespace replay::handlers
