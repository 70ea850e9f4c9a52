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
  const auto change = [&](std::size_t context, std::size_t drawable, bool zero_is_success = false) {
    const bool good = call.result() == nullptr || (call.result()->u == 0) == zero_is_success;
    return CurrentChange{call.args[context].u, call.args[drawable].u, good};
  };
  switch (call.function) {
    case FunctionId::glXMakeCurrent: return change(2, 1);
    case FunctionId::glXMakeContextCurrent:
    case FunctionId::glXMakeCurrentReadSGI:
    case FunctionId::eglMakeCurrent: return change(3, 1);
    case FunctionId::wglMakeCurrent: return change(1, 0);
    case FunctionId::wglMakeContextCurrentARB:
    case FunctionId::wglMakeContextCurrentEXT: return change(2, 0);
    case FunctionId::CGLSetCurrentContext: return change(0, 0, true);
    default: return std::nullopt;
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
