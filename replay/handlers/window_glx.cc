// GLX. Visuals and FBConfigs are numbers of the recording.
#include "replay/handlers/window_common.h"

namespace replay::handlers {
namespace {

void create(Dispatcher& d, const Call& call, std::uint64_t share) {
  create_context(d, call, call.result() != nullptr ? call.result()->u : 0, share);
}

void make(Dispatcher& d, const Call& call, std::uint64_t context) {
  if (failed_in_recording(call)) return d.skip(call, Skip::kFailedInRecording);
  make_current(d, call, call.args[1].u, context);
}

}  // namespace

void glx_create_context(Dispatcher& d, const Call& call) { create(d, call, call.args[2].u); }
void glx_create_context_attribs(Dispatcher& d, const Call& call) { create(d, call, call.args[2].u); }
void glx_create_new_context(Dispatcher& d, const Call& call) { create(d, call, call.args[3].u); }
void glx_create_context_with_config(Dispatcher& d, const Call& call) { create(d, call, call.args[3].u); }
void glx_destroy_context(Dispatcher& d, const Call& call) { d.world.destroy_context(call.args[1].u); }

void glx_make_current(Dispatcher& d, const Call& call) { make(d, call, call.args[2].u); }
void glx_make_context_current(Dispatcher& d, const Call& call) { make(d, call, call.args[3].u); }
void glx_make_current_read(Dispatcher& d, const Call& call) { make(d, call, call.args[3].u); }

void glx_swap_buffers(Dispatcher& d, const Call& call) { swap_drawable(d, call.args[1].u); }
void glx_swap_buffers_msc(Dispatcher& d, const Call& call) { swap_drawable(d, call.args[1].u); }

void glx_destroy_drawable(Dispatcher& d, const Call& call) { d.world.destroy_drawable(call.args[1].u); }

void glx_create_pbuffer(Dispatcher& d, const Call& call) {
  if (call.result() == nullptr || call.result()->u == 0) return d.skip(call, Skip::kFailedInRecording);
  constexpr std::int64_t kWidth = 0x8041, kHeight = 0x8040, kEnd = 0;
  const Value& list = call.args[2];
  if (list.kind == loaders::ValueKind::kPointer) return;  // not recorded: told when it becomes current
  add_pbuffer(d, call, call.result()->u, attribute(list, kWidth, kEnd, 1), attribute(list, kHeight, kEnd, 1));
}

void glx_create_glx_pbuffer(Dispatcher& d, const Call& call) {
  if (call.result() == nullptr || call.result()->u == 0) return d.skip(call, Skip::kFailedInRecording);
  add_pbuffer(d, call, call.result()->u, call.args[2].i, call.args[3].i);
}

}  // namespace replay::handlers
