// Egl: the EGL functions beneath Video, for the few things that Video has no functions for: reading from another
// surface than the one that is drawn to, surfaces that keep sRGB, and images. There are no such functions where SDL
// uses GLX or WGL.
#pragma once

#include <SDL_egl.h>

#include <optional>

namespace replay {

struct Egl {
  EGLDisplay display;  // the display of the current context
  EGLSurface(EGLAPIENTRY* GetCurrentSurface)(EGLint readdraw);
  EGLBoolean(EGLAPIENTRY* MakeCurrent)(EGLDisplay, EGLSurface draw, EGLSurface read, EGLContext);
  // The following four are null where the loader lacks them.
  EGLBoolean(EGLAPIENTRY* QuerySurface)(EGLDisplay, EGLSurface, EGLint attribute, EGLint* value);
  EGLBoolean(EGLAPIENTRY* ChooseConfig)(EGLDisplay, const EGLint* attributes, EGLConfig*, EGLint size, EGLint* count);
  EGLSurface(EGLAPIENTRY* CreatePbufferSurface)(EGLDisplay, EGLConfig, const EGLint* attributes);
  EGLBoolean(EGLAPIENTRY* DestroySurface)(EGLDisplay, EGLSurface);
  bool has_surfaces() const { return QuerySurface && ChooseConfig && CreatePbufferSurface && DestroySurface; }
  // CreateImage and DestroyImage are null where the driver has no EGL_KHR_image_base.
  EGLImageKHR(EGLAPIENTRY* CreateImage)(EGLDisplay, EGLContext, EGLenum target, EGLClientBuffer,
                                        const EGLint* attributes);
  EGLBoolean(EGLAPIENTRY* DestroyImage)(EGLDisplay, EGLImageKHR);

  // Returns no functions when the current context is not one of EGL.
  static std::optional<Egl> of_current();
};

}  // namespace replay
