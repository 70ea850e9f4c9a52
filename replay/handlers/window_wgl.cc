// WGL and CGL. A device context stands for its window; CGL draws into whatever view its context is attached to, which the
// context stands for.
#include "replay/handlers/window_common.h"

namespace replay::handlers {

void wgl_create_context(Dispatcher& d, const Call& call) {
  create_context(d, call, call.result() != nullptr ? call.result()->u : 0, 0);
}

void wgl_create_context_attribs(Dispatcher& d, const Call& call) {
  create_context(d, call, call.result() != nullptr ? call.result()->u : 0, call.args[1].u);
}

void wgl_delete_context(Dispatcher& d, const Call& call) { d.world.destroy_context(call.args[0].u); }

void wgl_make_current(Dispatcher& d, const Call& call) {
  if (failed_in_recording(call)) return d.skip(call, Skip::kFailedInRecording);
  make_current(d, call, call.args[0].u, call.args[1].u);
}

void wgl_make_context_current(Dispatcher& d, const Call& call) {
  if (failed_in_recording(call)) return d.skip(call, Skip::kFailedInRecording);
  make_current(d, call, call.args[0].u, call.args[2].u);
}

void wgl_share_lists(Dispatcher& d, const Call& call) {
  if (failed_in_recording(call)) return d.skip(call, Skip::kFailedInRecording);
  if (!d.world.share(call.args[0].u, call.args[1].u)) d.skip(call, Skip::kBadValue);
}

void wgl_swap_buffers(Dispatcher& d, const Call& call) { swap_drawable(d, call.args[0].u); }

void cgl_create_context(Dispatcher& d, const Call& call) {
  const Value& made = call.args[2];  // CGLContextObj*
  const bool has_one = made.kind == loaders::ValueKind::kArray && made.count > 0;
  create_context(d, call, has_one ? static_cast<std::uint64_t>(list_element(made, 0)) : 0, call.args[1].u);
}

void cgl_destroy_context(Dispatcher& d, const Call& call) { d.world.destroy_context(call.args[0].u); }

// CGL calls return an error, 0 for none.
void cgl_set_current_context(Dispatcher& d, const Call& call) {
  if (call.result() != nullptr && call.result()->u != 0) return d.skip(call, Skip::kFailedInRecording);
  make_current(d, call, call.args[0].u, call.args[0].u);
}

void cgl_flush_drawable(Dispatcher& d, const Call& call) { swap_drawable(d, call.args[0].u); }

}  // namespace replay::handlers
