// The functions of EGL that make surfaces and contexts without a display, taken from its shared library.
#pragma once

#include <SDL_egl.h>

#include "loaders/base/result.h"

namespace replay {

#define REPLAY_EGL_FUNCTIONS(X) \
  X(BindAPI)                    \
  X(ChooseConfig)               \
  X(CreateContext)              \
  X(CreatePbufferSurface)       \
  X(DestroyContext)             \
  X(DestroySurface)             \
  X(GetConfigAttrib)            \
  X(GetDisplay)                 \
  X(GetError)                   \
  X(GetProcAddress)             \
  X(Initialize)                 \
  X(MakeCurrent)                \
  X(QueryString)                \
  X(SwapBuffers)

struct EglLibrary {
  void* handle;  // of dlopen()
#define REPLAY_EGL_POINTER(name) decltype(&::egl##name) name;
  REPLAY_EGL_FUNCTIONS(REPLAY_EGL_POINTER)
#undef REPLAY_EGL_POINTER

  // Null where the library has no such function.
  void* address(const char* function) const;
};

// The library stays loaded. It is the file that the variable SDL_VIDEO_EGL_DRIVER names, as on a display, where SDL
// reads the variable.
loaders::Result<const EglLibrary*> load_egl();

// "EGL_BAD_MATCH"
const char* name_of_egl_error(EGLint error);

}  // namespace replay
