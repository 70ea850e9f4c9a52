// Egl: the EGL functions beneath SDL, for the few things that SDL has no words for: reading from another surface than the one
// that is drawn to, and images. There are none where SDL uses GLX or WGL.
#pragma once

#include <SDL_egl.h>

#include <optional>

namespace replay {

struct Egl {
  EGLDisplay display;  // of the current context
  EGLSurface (EGLAPIENTRY* GetCurrentSurface)(EGLint readdraw);
  EGLBoolean (EGLAPIENTRY* MakeCurrent)(EGLDisplay, EGLSurface draw, EGLSurface read, EGLContext);
  // Null where the driver has no EGL_KHR_image_base.
  EGLImageKHR (EGLAPIENTRY* CreateImage)(EGLDisplay, EGLContext, EGLenum target, EGLClientBuffer, const EGLint* attributes);
  EGLBoolean (EGLAPIENTRY* DestroyImage)(EGLDisplay, EGLImageKHR);

  // Nothing when the current context is not EGL's.
  static std::optional<Egl> of_current();
};

}  // namespace replay
