#include "replay/handlers/frame_calls.h"

namespace replay {

std::optional<std::uint64_t> drawable_of_swap(const loaders::Call& call) {
  using glbindings::FunctionId;
  switch (call.function) {
    case FunctionId::glXSwapBuffers:
    case FunctionId::glXSwapBuffersMscOML:
    case FunctionId::eglSwapBuffers:
    case FunctionId::eglSwapBuffersWithDamageEXT:
    case FunctionId::eglSwapBuffersWithDamageKHR:
      return call.args[1].u;
    case FunctionId::wglSwapBuffers:
    case FunctionId::wglSwapLayerBuffers:
    case FunctionId::CGLFlushDrawable:
      return call.args[0].u;
    default:
      return std::nullopt;
  }
}

std::optional<CurrentChange> change_of_current(const loaders::Call& call) {
  using glbindings::FunctionId;
  switch (call.function) {
    case FunctionId::glXMakeCurrent:
    case FunctionId::glXMakeContextCurrent:
    case FunctionId::glXMakeCurrentReadSGI:
      return CurrentChange{call.args[1].u, call.result() == nullptr || call.result()->u != 0};
    case FunctionId::eglMakeCurrent:
      return CurrentChange{call.args[1].u, call.result() == nullptr || call.result()->u != 0};
    case FunctionId::wglMakeCurrent:
    case FunctionId::wglMakeContextCurrentARB:
    case FunctionId::wglMakeContextCurrentEXT:
      return CurrentChange{call.args[0].u, call.result() == nullptr || call.result()->u != 0};
    case FunctionId::CGLSetCurrentContext:
      return CurrentChange{call.args[0].u, call.result() == nullptr || call.result()->u == 0};
    default:
      return std::nullopt;
  }
}

const char* mark_name(const loaders::Call& call) {
  using glbindings::FunctionId;
  const auto text_of = [](const loaders::Value& value) {
    return value.kind == loaders::ValueKind::kString ? static_cast<const char*>(value.p) : nullptr;
  };
  switch (call.function) {
    case FunctionId::replayMark:
      return text_of(call.args[0]);
    case FunctionId::glInsertEventMarkerEXT:
    case FunctionId::glStringMarkerGREMEDY:
      return text_of(call.args[1]);
    default:
      return nullptr;
  }
}

Drawable* swapped_drawable(Dispatcher& d, const loaders::Call& call) {
  const auto id = drawable_of_swap(call);
  return id ? d.world.find_drawable(*id) : d.world.current_drawable();
}

}  // namespace replay
