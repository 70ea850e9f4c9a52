#include "replay/platform/egl.h"

#include "replay/platform/video.h"

namespace replay {
namespace {

template <class Function>
Function load(const Video& video, const char* name) {
  return reinterpret_cast<Function>(video.address(name));
}

}  // namespace

std::optional<Egl> Egl::of_current() {
  const Video* video = Video::running();
  if (video == nullptr) return std::nullopt;
  const auto current_context = load<EGLContext(EGLAPIENTRY*)()>(*video, "eglGetCurrentContext");
  const auto current_display = load<EGLDisplay(EGLAPIENTRY*)()>(*video, "eglGetCurrentDisplay");
  // Some loaders hand out stubs for any name.
  if (current_context == nullptr || current_display == nullptr) return std::nullopt;
  if (current_context() == nullptr || current_context() != video->current_context()) return std::nullopt;
  Egl egl{};
  egl.display = current_display();
  egl.GetCurrentSurface = load<decltype(egl.GetCurrentSurface)>(*video, "eglGetCurrentSurface");
  egl.MakeCurrent = load<decltype(egl.MakeCurrent)>(*video, "eglMakeCurrent");
  egl.QuerySurface = load<decltype(egl.QuerySurface)>(*video, "eglQuerySurface");
  egl.ChooseConfig = load<decltype(egl.ChooseConfig)>(*video, "eglChooseConfig");
  egl.CreatePbufferSurface = load<decltype(egl.CreatePbufferSurface)>(*video, "eglCreatePbufferSurface");
  egl.DestroySurface = load<decltype(egl.DestroySurface)>(*video, "eglDestroySurface");
  egl.CreateImage = load<decltype(egl.CreateImage)>(*video, "eglCreateImageKHR");
  egl.DestroyImage = load<decltype(egl.DestroyImage)>(*video, "eglDestroyImageKHR");
  if (egl.GetCurrentSurface == nullptr || egl.MakeCurrent == nullptr) return std::nullopt;
  return egl;
}

}  // namespace replay
