// A window system without windows: in the place of SDL's library (platform/sdl_library.cc), contexts are the fake's.
#include <cstdint>

#include "replay/platform/sdl_library.h"
#include "tests/fuzz/dispatch/fake_gl.h"

namespace replay {
namespace fake {
namespace {

struct FakeWindow {
  int width, height;
};

struct System {
  Kind kind = Kind::kCompatibility;
  bool shares = false;
  SDL_Window* window = nullptr;  // current
};
System window_system;

SDL_GLContext as_handle(int context) { return reinterpret_cast<SDL_GLContext>(static_cast<std::intptr_t>(context)); }
int as_number(SDL_GLContext context) { return static_cast<int>(reinterpret_cast<std::intptr_t>(context)); }

SDL_Window* create_window(const char*, int, int, int width, int height, Uint32) {
  return reinterpret_cast<SDL_Window*>(new FakeWindow{width, height});
}

void destroy_window(SDL_Window* window) {
  if (window_system.window == window) {
    window_system.window = nullptr;
    make_current(0);
  }
  delete reinterpret_cast<FakeWindow*>(window);
}

int make_gl_current(SDL_Window* window, SDL_GLContext context) {
  window_system.window = context != nullptr ? window : nullptr;
  make_current(as_number(context));
  return 0;
}

SDL_GLContext create_gl_context(SDL_Window* window) {
  const int context = create_context(window_system.kind, window_system.shares ? current_context() : 0);
  make_gl_current(window, as_handle(context));
  return as_handle(context);
}

void delete_gl_context(SDL_GLContext context) {
  if (current_context() == as_number(context)) window_system.window = nullptr;
  delete_context(as_number(context));
}

int set_error(const char*, ...) { return -1; }

int set_attribute(SDL_GLattr attribute, int value) {
  if (attribute == SDL_GL_SHARE_WITH_CURRENT_CONTEXT) window_system.shares = value != 0;
  return 0;
}

}  // namespace

void make_contexts_of(Kind kind) { window_system.kind = kind; }

}  // namespace fake

namespace sdl {

loaders::Status load() {
  using namespace fake;
  ClearError = [] {};
  CreateWindow = create_window;
  DestroyWindow = destroy_window;
  GL_CreateContext = create_gl_context;
  GL_DeleteContext = delete_gl_context;
  GL_GetCurrentContext = [] { return as_handle(current_context()); };
  GL_GetCurrentWindow = [] { return window_system.window; };
  GL_GetProcAddress = [](const char* name) { return entry(window_system.kind, name); };
  GL_LoadLibrary = [](const char*) { return 0; };
  GL_MakeCurrent = make_gl_current;
  GL_ResetAttributes = [] { window_system.shares = false; };
  GL_SetAttribute = set_attribute;
  GL_SetSwapInterval = [](int) { return 0; };
  GL_SwapWindow = [](SDL_Window*) {};
  GL_UnloadLibrary = [] {};
  GetCurrentVideoDriver = [] { return "offscreen"; };
  GetError = [] { return ""; };
  GetHintBoolean = [](const char*, SDL_bool otherwise) { return otherwise; };
  GetWindowPosition = [](SDL_Window*, int* x, int* y) { *x = *y = 0; };
  GetWindowSize = [](SDL_Window* window, int* width, int* height) {
    *width = reinterpret_cast<FakeWindow*>(window)->width;
    *height = reinterpret_cast<FakeWindow*>(window)->height;
  };
  InitSubSystem = [](Uint32) { return 0; };
  LogSetOutputFunction = [](SDL_LogOutputFunction, void*) {};
  PollEvent = [](SDL_Event*) { return 0; };
  QuitSubSystem = [](Uint32) {};
  SetError = set_error;
  SetHint = [](const char*, const char*) { return SDL_TRUE; };
  SetHintWithPriority = [](const char*, const char*, SDL_HintPriority) { return SDL_TRUE; };
  SetWindowPosition = [](SDL_Window*, int, int) {};
  return {};
}

}  // namespace sdl
}  // namespace replay
