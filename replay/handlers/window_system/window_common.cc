#include "replay/handlers/window_system/window_common.h"

#include <glad/gl.h>
#include <spdlog/spdlog.h>

#include <algorithm>

#include "replay/dispatch/asked.h"
#include "replay/dispatch/surface_textures.h"

namespace replay::handlers {

void create_context(Dispatcher& d, const Call& call, std::uint64_t handle, std::uint64_t share, ConfigKey config) {
  const auto request = requested_context(call, d.window_system.current_api());
  if (!request || handle == 0) return d.skip(call, Skip::kFailedInRecording);
  if (d.window_system.add_context(handle, *request, d.window_system.configs().format(config), share) == nullptr)
    d.skip(call, Skip::kBadValue);
}

void make_current(Dispatcher& d, const Call& call, std::uint64_t drawable_id, std::uint64_t read_id,
                  std::uint64_t context_handle) {
  if (context_handle == 0) {
    d.window_system.release_current();
    return d.context_changed();
  }
  RecordedContext* context = d.window_system.find_context(context_handle);
  // A recording that began late does not show how the context was made.
  if (context == nullptr) context = d.window_system.add_context(context_handle, ContextRequest{}, PixelFormat{}, 0);
  Drawable* drawable = d.window_system.drawable(drawable_id != 0 ? drawable_id : Drawable::kNone);
  Drawable* read = read_id != 0 ? d.window_system.drawable(read_id) : drawable;
  if (context == nullptr || drawable == nullptr || read == nullptr) return d.skip(call, Skip::kBadValue);
  if (!d.window_system.may_be_current(*context)) {
    d.window_system.release_current(false);  // the following calls must not go to the context that was current
    d.context_changed();
    return d.skip(call, Skip::kTooManyContexts);
  }
  const bool is_new = d.window_system.make_current(drawable, read, context);
  d.context_changed();
  if (is_new) d.errors.watch(*d.gl);
}

void add_drawable(Dispatcher& d, const Call& call, std::uint64_t id, const PixelFormat& format) {
  Drawable* drawable = d.window_system.new_drawable(id);
  if (drawable == nullptr) return d.skip(call, Skip::kBadValue);
  drawable->format = format;
  drawable->is_pbuffer = false;
}

void add_pbuffer(Dispatcher& d, const Call& call, std::uint64_t id, const PixelFormat& format, SurfaceSize size) {
  add_drawable(d, call, id, format);
  Drawable* drawable = d.window_system.find_drawable(id);
  if (drawable == nullptr) return;
  drawable->is_pbuffer = true;
  drawable->width = drawable->height = 0;     // the size of an old drawable with the same number
  constexpr std::int64_t kLargest = 1 << 20;  // larger than any surface; WindowSystem limits it further
  d.window_system.set_size(*drawable, static_cast<int>(std::clamp<std::int64_t>(size.width, 1, kLargest)),
                           static_cast<int>(std::clamp<std::int64_t>(size.height, 1, kLargest)));
}

// Whether the driver says that it keeps what is drawn into the window as it comes, where GL in the recording made sRGB
// of it. Desktop GL does so where the program switches it on, and OpenGL ES always; versions before 3.0 cannot be
// asked.
static bool lacks_srgb(Dispatcher& d) {
  const GladGLContext& gl = *d.gl;
  const GlErrors::Asking asking(d.errors);
  if (d.context->request.api == Api::kGl) {
    if (!(gl.VERSION_3_0 || gl.ARB_framebuffer_sRGB || gl.EXT_framebuffer_sRGB) || !gl.IsEnabled(GL_FRAMEBUFFER_SRGB))
      return false;
    return answer_to(gl, GL_FRAMEBUFFER_SRGB_CAPABLE_EXT) == 0;
  }
  if (!d.context->live || d.context->live->version() < GlVersion{3, 0}) return false;
  GLint encoding = 0;
  gl.GetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, GL_BACK, GL_FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING, &encoding);
  return encoding == GL_LINEAR;
}

void check_srgb(Dispatcher& d) {
  const Drawable* drawable = d.window_system.current_drawable();
  if (d.context == nullptr || drawable == nullptr || !drawable->window || drawable->is_stand_in()) return;
  if (!drawable->format.value_or(d.context->format).srgb || d.context->draw_framebuffer != 0 || is_inside_begin(d))
    return;
  static bool was_said = false;
  if (was_said || !lacks_srgb(d)) return;
  was_said = true;
  spdlog::warn("a window takes sRGB in the recording, and none here does: what is drawn into it is darker");
}

void swap_drawable(Dispatcher& d, std::uint64_t id) {
  check_srgb(d);
  miss_awaited_image(d);
  if (Drawable* drawable = d.window_system.find_drawable(id)) d.window_system.swap(*drawable);
}

}  // namespace replay::handlers
