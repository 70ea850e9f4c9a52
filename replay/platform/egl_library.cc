#include "replay/platform/egl_library.h"

#include <dlfcn.h>
#include <spdlog/fmt/fmt.h>

#include <cstdlib>
#include <string>

namespace replay {
namespace {

constexpr const char* kLibrary = "libEGL.so.1";

loaders::Result<EglLibrary> open_library() {
  const char* chosen = std::getenv("SDL_VIDEO_EGL_DRIVER");
  const std::string name = chosen != nullptr && *chosen != '\0' ? chosen : kLibrary;
  EglLibrary egl{};
  egl.handle = dlopen(name.c_str(), RTLD_LAZY | RTLD_LOCAL);
  if (egl.handle == nullptr) return loaders::Error{fmt::format("EGL cannot be loaded: {}", dlerror())};
  const char* missing = nullptr;
  const auto find = [&](const char* function, auto& pointer) {
    pointer = reinterpret_cast<std::remove_reference_t<decltype(pointer)>>(dlsym(egl.handle, function));
    if (pointer == nullptr) missing = function;
  };
#define REPLAY_EGL_FIND(function) find("egl" #function, egl.function);
  REPLAY_EGL_FUNCTIONS(REPLAY_EGL_FIND)
#undef REPLAY_EGL_FIND
  if (missing != nullptr) return loaders::Error{fmt::format("{} has no {}", name, missing)};
  return egl;
}

}  // namespace

void* EglLibrary::address(const char* function) const {
  if (const auto found = GetProcAddress(function)) return reinterpret_cast<void*>(found);
  return dlsym(handle, function);  // EGL before 1.5 need not tell the addresses of its own functions
}

loaders::Result<const EglLibrary*> load_egl() {
  static const loaders::Result<EglLibrary> opened = open_library();
  if (!opened) return opened.error();
  return &*opened;
}

const char* name_of_egl_error(EGLint error) {
#define REPLAY_EGL_ERROR(name) \
  case name: return #name;
  switch (error) {
    REPLAY_EGL_ERROR(EGL_SUCCESS)
    REPLAY_EGL_ERROR(EGL_NOT_INITIALIZED)
    REPLAY_EGL_ERROR(EGL_BAD_ACCESS)
    REPLAY_EGL_ERROR(EGL_BAD_ALLOC)
    REPLAY_EGL_ERROR(EGL_BAD_ATTRIBUTE)
    REPLAY_EGL_ERROR(EGL_BAD_CONFIG)
    REPLAY_EGL_ERROR(EGL_BAD_CONTEXT)
    REPLAY_EGL_ERROR(EGL_BAD_CURRENT_SURFACE)
    REPLAY_EGL_ERROR(EGL_BAD_DISPLAY)
    REPLAY_EGL_ERROR(EGL_BAD_MATCH)
    REPLAY_EGL_ERROR(EGL_BAD_NATIVE_PIXMAP)
    REPLAY_EGL_ERROR(EGL_BAD_NATIVE_WINDOW)
    REPLAY_EGL_ERROR(EGL_BAD_PARAMETER)
    REPLAY_EGL_ERROR(EGL_BAD_SURFACE)
    REPLAY_EGL_ERROR(EGL_CONTEXT_LOST)
    default: return "an unknown error";
  }
#undef REPLAY_EGL_ERROR
}

}  // namespace replay
