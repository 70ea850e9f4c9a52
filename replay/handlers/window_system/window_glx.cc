// GLX. Contexts, windows, pbuffers and pixmaps are recorded numbers.
#include "replay/dispatch/surface_textures.h"
#include "replay/handlers/window_system/window_common.h"

namespace replay::handlers {
namespace {

constexpr std::int64_t kEnd = 0;

ConfigKey visual(const Value& visual_info) { return {ConfigKind::kVisual, visual_id(visual_info)}; }
ConfigKey fb_config(const Call& call) { return {ConfigKind::kFbConfig, call.args[1].u}; }

void make(Dispatcher& d, const Call& call, std::uint64_t read, std::uint64_t context) {
  if (failed_in_recording(call)) return d.skip(call, Skip::kFailedInRecording);
  make_current(d, call, call.args[1].u, read, context);
}

}  // namespace

void glx_create_context(Dispatcher& d, const Call& call) {
  create_context(d, call, made_handle(call), call.args[2].u, visual(call.args[1]));
}
void glx_create_context_attribs(Dispatcher& d, const Call& call) {
  create_context(d, call, made_handle(call), call.args[2].u, fb_config(call));
}
void glx_create_new_context(Dispatcher& d, const Call& call) {
  create_context(d, call, made_handle(call), call.args[3].u, fb_config(call));
}
void glx_create_context_with_config(Dispatcher& d, const Call& call) {
  create_context(d, call, made_handle(call), call.args[3].u, fb_config(call));
}
void glx_destroy_context(Dispatcher& d, const Call& call) { d.window_system.destroy_context(call.args[1].u); }

void glx_make_current(Dispatcher& d, const Call& call) { make(d, call, 0, call.args[2].u); }
void glx_make_context_current(Dispatcher& d, const Call& call) { make(d, call, call.args[2].u, call.args[3].u); }
void glx_make_current_read(Dispatcher& d, const Call& call) { make(d, call, call.args[2].u, call.args[3].u); }

void glx_swap_buffers(Dispatcher& d, const Call& call) { swap_drawable(d, call.args[1].u); }
void glx_swap_buffers_msc(Dispatcher& d, const Call& call) { swap_drawable(d, call.args[1].u); }

// Windows and pixmaps of GLX 1.3, which are X drawables with an FBConfig.
void glx_create_drawable(Dispatcher& d, const Call& call) {
  if (made_handle(call) == 0) return d.skip(call, Skip::kFailedInRecording);
  add_drawable(d, call, made_handle(call), d.window_system.configs().format(fb_config(call)));
}

void glx_destroy_drawable(Dispatcher& d, const Call& call) { d.window_system.destroy_drawable(call.args[1].u); }

void glx_create_pbuffer(Dispatcher& d, const Call& call) {
  if (made_handle(call) == 0) return d.skip(call, Skip::kFailedInRecording);
  const Value& list = call.args[2];
  const PixelFormat format = d.window_system.configs().format(fb_config(call));
  // The list was not recorded. The size is known when the pbuffer becomes current.
  if (list.kind == loaders::ValueKind::kPointer) return add_drawable(d, call, made_handle(call), format);
  add_pbuffer(d, call, made_handle(call), format,
              {attribute(list, kGlxPbufferWidth, kEnd, 1), attribute(list, kGlxPbufferHeight, kEnd, 1)});
}

void glx_create_glx_pbuffer(Dispatcher& d, const Call& call) {
  if (made_handle(call) == 0) return d.skip(call, Skip::kFailedInRecording);
  add_pbuffer(d, call, made_handle(call), d.window_system.configs().format(fb_config(call)),
              {call.args[2].i, call.args[3].i});
}

void glx_bind_tex_image(Dispatcher& d, const Call& call) {
  if (d.context == nullptr) return d.without_context(call);
  await_image(d, call);
}

void glx_release_tex_image(Dispatcher& d, const Call&) { miss_awaited_image(d); }

}  // namespace replay::handlers
