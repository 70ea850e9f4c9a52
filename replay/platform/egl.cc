#include "replay/platform/egl.h"

#include "replay/platform/sdl_library.h"

namespace replay {
namespace {

template <class Function>
Function load(const char* name) {
  return reinterpret_cast<Function>(sdl::GL_GetProcAddress(name));
}

}  // namespace

std::optional<Egl> Egl::of_current() {
  if (!sdl::is_loaded()) return std::nullopt;
  const auto current_context = load<EGLContext(EGLAPIENTRY*)()>("eglGetCurrentContext");
  const auto current_display = load<EGLDisplay(EGLAPIENTRY*)()>("eglGetCurrentDisplay");
  // Some loaders hand out stubs for any name.
  if (current_context == nullptr || current_display == nullptr) return std::nullopt;
  if (current_context() == nullptr || current_context() != sdl::GL_GetCurrentContext()) return std::nullopt;
  Egl egl{};
  egl.display = current_display();
  egl.GetCurrentSurface = load<decltype(egl.GetCurrentSurface)>("eglGetCurrentSurface");
  egl.MakeCurrent = load<decltype(egl.MakeCurrent)>("eglMakeCurrent");
  egl.QuerySurface = load<decltype(egl.QuerySurface)>("eglQuerySurface");
  egl.ChooseConfig = load<decltype(egl.ChooseConfig)>("eglChooseConfig");
  egl.CreatePbufferSurface = load<decltype(egl.CreatePbufferSurface)>("eglCreatePbufferSurface");
  egl.DestroySurface = load<decltype(egl.DestroySurface)>("eglDestroySurface");
  egl.CreateImage = load<decltype(egl.CreateImage)>("eglCreateImageKHR");
  egl.DestroyImage = load<decltype(egl.DestroyImage)>("eglDestroyImageKHR");
  if (egl.GetCurrentSurface == nullptr || egl.MakeCurrent == nullptr) return std::nullopt;
  return egl;
}

}  // namespace replay
