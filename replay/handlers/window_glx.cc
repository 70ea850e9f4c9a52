// GLX: which contexts and drawables there are and what is current. Visuals and FBConfigs are numbers of the recording.
#include "replay/handlers/common.h"
#include "replay/handlers/context_attributes.h"
#include "replay/handlers/frame_calls.h"

namespace replay {

Drawable* swapped_drawable(Dispatcher& d, const loaders::Call& call) {
  using glbindings::FunctionId;
  switch (call.function) {
    case FunctionId::glXSwapBuffers:
    case FunctionId::glXSwapBuffersMscOML:
      return d.world.find_drawable(call.args[1].u);
    default:
      return d.world.current_drawable();
  }
}

namespace handlers {
namespace {

bool failed_in_recording(const Call& call) { return call.result() != nullptr && call.result()->u == 0; }

void create_context(Dispatcher& d, const Call& call, std::uint64_t share) {
  const auto request = requested_context(call);
  if (!request) return d.skip(call, Skip::kFailedInRecording);
  if (d.world.add_context(call.result()->u, *request, PixelFormat{}, share) == nullptr) d.skip(call, Skip::kBadValue);
}

void add_pbuffer(Dispatcher& d, const Call& call, std::int64_t width, std::int64_t height) {
  Drawable* drawable = d.world.drawable(call.result()->u);
  if (drawable == nullptr) return d.skip(call, Skip::kBadValue);
  constexpr std::int64_t kLargest = 1 << 20;  // far beyond any surface; World brings it to what one can have
  d.world.set_size(*drawable, static_cast<int>(std::clamp<std::int64_t>(width, 1, kLargest)),
                   static_cast<int>(std::clamp<std::int64_t>(height, 1, kLargest)));
}

void make_current(Dispatcher& d, const Call& call, std::uint64_t drawable_id, std::uint64_t context_handle) {
  if (failed_in_recording(call)) return d.skip(call, Skip::kFailedInRecording);
  if (context_handle == 0) {
    d.world.release_current();
    return d.context_changed();
  }
  RecordedContext* context = d.world.find_context(context_handle);
  // A recording that began late does not show how the context was made.
  if (context == nullptr) context = d.world.add_context(context_handle, ContextRequest{}, PixelFormat{}, 0);
  Drawable* drawable = d.world.drawable(drawable_id);
  if (context == nullptr || drawable == nullptr) return d.skip(call, Skip::kBadValue);
  const bool is_new = d.world.make_current(drawable, context);
  d.context_changed();
  if (is_new) d.errors.watch(*d.gl);
}

}  // namespace

void glx_create_context(Dispatcher& d, const Call& call) { create_context(d, call, call.args[2].u); }
void glx_create_context_attribs(Dispatcher& d, const Call& call) { create_context(d, call, call.args[2].u); }
void glx_create_new_context(Dispatcher& d, const Call& call) { create_context(d, call, call.args[3].u); }
void glx_create_context_with_config(Dispatcher& d, const Call& call) { create_context(d, call, call.args[3].u); }

void glx_destroy_context(Dispatcher& d, const Call& call) { d.world.destroy_context(call.args[1].u); }

void glx_make_current(Dispatcher& d, const Call& call) { make_current(d, call, call.args[1].u, call.args[2].u); }
void glx_make_context_current(Dispatcher& d, const Call& call) { make_current(d, call, call.args[1].u, call.args[3].u); }
void glx_make_current_read(Dispatcher& d, const Call& call) { make_current(d, call, call.args[1].u, call.args[3].u); }

void glx_swap_buffers(Dispatcher& d, const Call& call) {
  if (Drawable* drawable = d.world.find_drawable(call.args[1].u)) d.world.swap(*drawable);
}
void glx_swap_buffers_msc(Dispatcher& d, const Call& call) { glx_swap_buffers(d, call); }

void glx_destroy_drawable(Dispatcher& d, const Call& call) { d.world.destroy_drawable(call.args[1].u); }

void glx_create_pbuffer(Dispatcher& d, const Call& call) {
  if (failed_in_recording(call) || call.result() == nullptr) return d.skip(call, Skip::kFailedInRecording);
  constexpr std::int64_t kHeight = 0x8040, kWidth = 0x8041;
  const Value& list = call.args[2];
  if (list.kind == loaders::ValueKind::kPointer) return;  // not recorded: told when it becomes current
  std::int64_t width = 1, height = 1;
  for (std::size_t i = 0; list.kind == loaders::ValueKind::kArray && i + 1 < list.count; i += 2) {
    if (list_element(list, i) == 0) break;
    if (list_element(list, i) == kWidth) width = list_element(list, i + 1);
    if (list_element(list, i) == kHeight) height = list_element(list, i + 1);
  }
  add_pbuffer(d, call, width, height);
}

void glx_create_glx_pbuffer(Dispatcher& d, const Call& call) {
  if (failed_in_recording(call) || call.result() == nullptr) return d.skip(call, Skip::kFailedInRecording);
  add_pbuffer(d, call, call.args[2].i, call.args[3].i);
}


// The size of the drawable that is current on the thread; (-1, -1): the program had none.
void wip15_drawable_size(Dispatcher& d, const Call& call) {
  Drawable* drawable = d.world.current_drawable();
  if (drawable != nullptr && i32(call, 0) > 0 && i32(call, 1) > 0) d.world.set_size(*drawable, i32(call, 0), i32(call, 1));
}

void replay_drawable_size(Dispatcher& d, const Call& call) {
  if (call.args[0].u == 0) return wip15_drawable_size(d, call);
  Drawable* drawable = d.world.drawable(call.args[0].u);
  if (drawable == nullptr) return d.skip(call, Skip::kBadValue);
  if (i32(call, 1) > 0 && i32(call, 2) > 0) d.world.set_size(*drawable, i32(call, 1), i32(call, 2));
}

void replay_frame_end(Dispatcher& d, const Call&) {
  if (Drawable* drawable = d.world.current_drawable()) d.world.swap(*drawable);
}

}  // namespace handlers
}  // namespace replay
