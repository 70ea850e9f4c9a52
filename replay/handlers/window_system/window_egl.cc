// EGL. Contexts belong to the API that eglBindAPI chose on the thread; surfaces are recorded numbers.
#include "replay/dispatch/surface_textures.h"
#include "replay/handlers/window_system/window_common.h"

namespace replay::handlers {
namespace {

ConfigKey config(const Call& call) { return {ConfigKind::kEglConfig, call.args[1].u}; }

// Returns the format of a surface, which depends on its config and its colour space (EGL 1.5).
PixelFormat surface_format(Dispatcher& d, const Call& call, const Value& list) {
  constexpr std::int64_t kColorspace = 0x309D, kSrgb = 0x3089;
  PixelFormat format = d.window_system.configs().format(config(call));
  format.srgb = attribute(list, kColorspace, kEglEnd, 0) == kSrgb;
  return format;
}

}  // namespace

void egl_bind_api(Dispatcher& d, const Call& call) {
  constexpr std::uint32_t kOpenGlApi = 0x30A2;  // EGL_OPENGL_API
  if (!failed_in_recording(call)) d.window_system.bind_api(u32(call, 0) == kOpenGlApi ? Api::kGl : Api::kGles2);
}

void egl_create_context(Dispatcher& d, const Call& call) {
  create_context(d, call, made_handle(call), call.args[2].u, config(call));
}

void egl_destroy_context(Dispatcher& d, const Call& call) { d.window_system.destroy_context(call.args[1].u); }

void egl_make_current(Dispatcher& d, const Call& call) {
  if (failed_in_recording(call)) return d.skip(call, Skip::kFailedInRecording);
  make_current(d, call, call.args[1].u, call.args[2].u, call.args[3].u);
}

void egl_release_thread(Dispatcher& d, const Call& call) { make_current(d, call, 0, 0, 0); }

void egl_create_pbuffer_surface(Dispatcher& d, const Call& call) {
  if (made_handle(call) == 0) return d.skip(call, Skip::kFailedInRecording);
  constexpr std::int64_t kWidth = 0x3057, kHeight = 0x3056;
  constexpr TextureKeys kTexture{
      .format = 0x3080, .rgb = 0x305D, .rgba = 0x305E, .target = 0x3081, .two = 0x305F, .end = kEglEnd};
  const Value& list = call.args[2];
  add_pbuffer(d, call, made_handle(call), surface_format(d, call, list),
              {attribute(list, kWidth, kEglEnd, 1), attribute(list, kHeight, kEglEnd, 1)});
  note_texture(d, made_handle(call), list, kTexture);
}

void egl_create_window_surface(Dispatcher& d, const Call& call) {
  if (made_handle(call) == 0) return d.skip(call, Skip::kFailedInRecording);
  add_drawable(d, call, made_handle(call), surface_format(d, call, call.args[3]));
}

void egl_bind_tex_image(Dispatcher& d, const Call& call) { bind_surface_texture(d, call, call.args[1].u); }
void egl_release_tex_image(Dispatcher& d, const Call& call) { release_surface_texture(d, call, call.args[1].u); }

void egl_destroy_surface(Dispatcher& d, const Call& call) { d.window_system.destroy_drawable(call.args[1].u); }

void egl_swap_buffers(Dispatcher& d, const Call& call) { swap_drawable(d, call.args[1].u); }

}  // namespace replay::handlers
