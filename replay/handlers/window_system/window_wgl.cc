// WGL and CGL. A device context stands for its window. CGL draws into the view that its context is attached to, so
// the context stands for the view.
#include "replay/dispatch/surface_textures.h"
#include "replay/handlers/window_system/window_common.h"

namespace replay::handlers {
namespace {

ConfigKey device_context(const Call& call) { return {ConfigKind::kDeviceContext, call.args[0].u}; }

}  // namespace

void wgl_create_context(Dispatcher& d, const Call& call) {
  create_context(d, call, made_handle(call), 0, device_context(call));
}

void wgl_create_context_attribs(Dispatcher& d, const Call& call) {
  create_context(d, call, made_handle(call), call.args[1].u, device_context(call));
}

void wgl_delete_context(Dispatcher& d, const Call& call) { d.window_system.destroy_context(call.args[0].u); }

void wgl_make_current(Dispatcher& d, const Call& call) {
  if (failed_in_recording(call)) return d.skip(call, Skip::kFailedInRecording);
  make_current(d, call, call.args[0].u, 0, call.args[1].u);
}

void wgl_make_context_current(Dispatcher& d, const Call& call) {
  if (failed_in_recording(call)) return d.skip(call, Skip::kFailedInRecording);
  make_current(d, call, call.args[0].u, call.args[1].u, call.args[2].u);
}

void wgl_share_lists(Dispatcher& d, const Call& call) {
  if (failed_in_recording(call)) return d.skip(call, Skip::kFailedInRecording);
  if (!d.window_system.share(call.args[0].u, call.args[1].u)) d.skip(call, Skip::kBadValue);
}

// A pbuffer is drawn to through a device context of its own.
void wgl_create_pbuffer(Dispatcher& d, const Call& call) {
  if (made_handle(call) == 0) return d.skip(call, Skip::kFailedInRecording);
  const PixelFormat format = d.window_system.configs().format({ConfigKind::kPixelFormat, call.args[1].u});
  constexpr TextureKeys kTexture{
      .format = 0x2072, .rgb = 0x2075, .rgba = 0x2076, .target = 0x2073, .two = 0x207A, .end = 0};
  add_pbuffer(d, call, made_handle(call), format, {call.args[2].i, call.args[3].i});
  note_texture(d, made_handle(call), call.args[4], kTexture);
}

void wgl_get_pbuffer_dc(Dispatcher& d, const Call& call) {
  const std::uint64_t device = made_handle(call), pbuffer = call.args[0].u;
  const Drawable* drawable = d.window_system.find_drawable(pbuffer);
  if (device == 0 || drawable == nullptr) return;
  d.window_system.add_alias(device, pbuffer);
}

void wgl_bind_tex_image(Dispatcher& d, const Call& call) { bind_surface_texture(d, call, call.args[0].u); }
void wgl_release_tex_image(Dispatcher& d, const Call& call) { release_surface_texture(d, call, call.args[0].u); }

void wgl_destroy_pbuffer(Dispatcher& d, const Call& call) { d.window_system.destroy_drawable(call.args[0].u); }

void wgl_swap_buffers(Dispatcher& d, const Call& call) { swap_drawable(d, call.args[0].u); }

void cgl_create_context(Dispatcher& d, const Call& call) {
  const Value& made = call.args[2];  // CGLContextObj*
  const bool has_one = made.kind == loaders::ValueKind::kArray && made.count > 0;
  const auto handle = has_one ? static_cast<std::uint64_t>(list_element(made, 0)) : 0;
  create_context(d, call, handle, call.args[1].u, {ConfigKind::kDeviceContext, handle});
}

void cgl_destroy_context(Dispatcher& d, const Call& call) { d.window_system.destroy_context(call.args[0].u); }

// CGL calls return an error code, or 0 for success.
void cgl_set_current_context(Dispatcher& d, const Call& call) {
  if (call.result() != nullptr && call.result()->u != 0) return d.skip(call, Skip::kFailedInRecording);
  make_current(d, call, call.args[0].u, 0, call.args[0].u);
}

void cgl_flush_drawable(Dispatcher& d, const Call& call) { swap_drawable(d, call.args[0].u); }

}  // namespace replay::handlers
