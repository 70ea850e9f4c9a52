#include "replay/calls/frame_calls.h"

#include <algorithm>

#include "replay/calls/context_attributes.h"
#include "replay/calls/window_system_calls.h"

namespace replay {

std::optional<std::uint64_t> drawable_of_swap(const loaders::Call& call) {
  using glbindings::FunctionId;
  switch (call.function) {
    case FunctionId::glXSwapBuffers:
    case FunctionId::glXSwapBuffersMscOML:
    case FunctionId::eglSwapBuffers:
    case FunctionId::eglSwapBuffersWithDamageEXT:
    case FunctionId::eglSwapBuffersWithDamageKHR: return call.args[1].u;
    case FunctionId::wglSwapBuffers:
    case FunctionId::wglSwapLayerBuffers:
    case FunctionId::CGLFlushDrawable: return call.args[0].u;
    default: return std::nullopt;
  }
}

std::optional<CurrentChange> change_of_current(const loaders::Call& call) {
  using glbindings::FunctionId;
  const auto change = [&](std::size_t context, std::size_t drawable, std::size_t read, bool zero_is_success = false) {
    const bool good = call.result() == nullptr || (call.result()->u == 0) == zero_is_success;
    return CurrentChange{call.args[context].u, call.args[drawable].u, call.args[read].u, good};
  };
  switch (call.function) {
    case FunctionId::glXMakeCurrent: return change(2, 1, 1);
    case FunctionId::glXMakeContextCurrent:
    case FunctionId::glXMakeCurrentReadSGI:
    case FunctionId::eglMakeCurrent: return change(3, 1, 2);
    case FunctionId::wglMakeCurrent: return change(1, 0, 0);
    case FunctionId::wglMakeContextCurrentARB:
    case FunctionId::wglMakeContextCurrentEXT: return change(2, 0, 1);
    case FunctionId::CGLSetCurrentContext: return change(0, 0, 0, true);
    default: return std::nullopt;
  }
}

std::optional<std::uint64_t> drawable_of_destroy(const loaders::Call& call) {
  using glbindings::FunctionId;
  switch (call.function) {
    case FunctionId::glXDestroyWindow:
    case FunctionId::glXDestroyPixmap:
    case FunctionId::glXDestroyGLXPixmap:
    case FunctionId::glXDestroyPbuffer:
    case FunctionId::glXDestroyGLXPbufferSGIX:
    case FunctionId::eglDestroySurface: return call.args[1].u;
    default: return std::nullopt;
  }
}

namespace {

constexpr std::int64_t kGlxWidth = 0x801D, kGlxHeight = 0x801E, kEglHeight = 0x3056, kEglWidth = 0x3057;

int size_number(std::int64_t value) { return static_cast<int>(std::clamp<std::int64_t>(value, 0, INT32_MAX / 2)); }

// Reads the size from a query for one attribute, whose answer is an array of one element.
std::optional<SizeHint> answer(const loaders::Call& call, std::int64_t width_key, std::int64_t height_key) {
  const loaders::Value& value = call.args[3];
  if (value.kind != loaders::ValueKind::kArray || value.count == 0) return std::nullopt;
  const int number = size_number(list_element(value, 0));
  if (call.args[2].i == width_key) return SizeHint{call.args[1].u, number, 0};
  if (call.args[2].i == height_key) return SizeHint{call.args[1].u, 0, number};
  return std::nullopt;
}

}  // namespace

std::optional<SizeHint> size_hint(const loaders::Call& call) {
  using glbindings::FunctionId;
  const std::uint64_t made = call.result() != nullptr ? call.result()->u : 0;
  switch (call.function) {
    case FunctionId::glXQueryDrawable: return answer(call, kGlxWidth, kGlxHeight);
    case FunctionId::eglQuerySurface: return answer(call, kEglWidth, kEglHeight);
    case FunctionId::glXCreatePbuffer:
      if (call.args[2].kind == loaders::ValueKind::kPointer) return std::nullopt;  // not recorded
      return SizeHint{made, size_number(attribute(call.args[2], kGlxPbufferWidth, 0, 1)),
                      size_number(attribute(call.args[2], kGlxPbufferHeight, 0, 1)), true};
    case FunctionId::glXCreateGLXPbufferSGIX:
      return SizeHint{made, size_number(call.args[2].i), size_number(call.args[3].i), true};
    case FunctionId::eglCreatePbufferSurface:
      return SizeHint{made, size_number(attribute(call.args[2], kEglWidth, kEglEnd, 1)),
                      size_number(attribute(call.args[2], kEglHeight, kEglEnd, 1)), true};
    default: return std::nullopt;
  }
}

const char* mark_name(const loaders::Call& call) {
  using glbindings::FunctionId;
  const auto text_of = [](const loaders::Value& value) {
    return value.kind == loaders::ValueKind::kString ? static_cast<const char*>(value.p) : nullptr;
  };
  switch (call.function) {
    case FunctionId::replayMark: return text_of(call.args[0]);
    case FunctionId::glInsertEventMarkerEXT:
    case FunctionId::glStringMarkerGREMEDY: return text_of(call.args[1]);
    default: return nullptr;
  }
}

}  // namespace replay
