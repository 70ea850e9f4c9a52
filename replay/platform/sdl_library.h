// The functions of SDL that we use, taken from its shared library when a window system is first needed.
//
// SDL is loaded and not linked because of what it brings with it: some forty libraries of sound, X11 and Wayland.
// `info`, `dump` and `diff` need none of them, and the dynamic linker would search each of them for each of the
// 13,000 symbols of a GL driver, which took a seventh of the instructions of a short replay.
#pragma once

#include <SDL.h>

#include "loaders/base/result.h"

namespace replay::sdl {

// Nothing below may be called before load() has succeeded. SDL stays loaded.
loaders::Status load();

#define REPLAY_SDL_FUNCTIONS(X) \
  X(ClearError)                 \
  X(CreateWindow)               \
  X(DestroyWindow)              \
  X(GL_CreateContext)           \
  X(GL_DeleteContext)           \
  X(GL_GetCurrentContext)       \
  X(GL_GetCurrentWindow)        \
  X(GL_GetProcAddress)          \
  X(GL_LoadLibrary)             \
  X(GL_MakeCurrent)             \
  X(GL_ResetAttributes)         \
  X(GL_SetAttribute)            \
  X(GL_SetSwapInterval)         \
  X(GL_SwapWindow)              \
  X(GL_UnloadLibrary)           \
  X(GetCurrentVideoDriver)      \
  X(GetError)                   \
  X(GetHintBoolean)             \
  X(GetWindowPosition)          \
  X(GetWindowSize)              \
  X(InitSubSystem)              \
  X(LogSetOutputFunction)       \
  X(PollEvent)                  \
  X(QuitSubSystem)              \
  X(SetError)                   \
  X(SetHint)                    \
  X(SetHintWithPriority)        \
  X(SetWindowPosition)

// What only a Screen needs. A replay without a display does not look for them.
#define REPLAY_SDL_SCREEN_FUNCTIONS(X) \
  X(CreateRGBSurfaceWithFormatFrom)    \
  X(FreeSurface)                       \
  X(GetDisplayUsableBounds)            \
  X(GetModState)                       \
  X(GetWindowFlags)                    \
  X(GetWindowID)                       \
  X(GetWindowSurface)                  \
  X(SetClipboardText)                  \
  X(SetWindowFullscreen)               \
  X(SetWindowMinimumSize)              \
  X(SetWindowTitle)                    \
  X(SoftStretchLinear)                 \
  X(StartTextInput)                    \
  X(UpdateWindowSurface)               \
  X(UpperBlit)                         \
  X(UpperBlitScaled)

// load() comes before.
loaders::Status load_for_screens();

#define REPLAY_SDL_POINTER(name) inline decltype(&::SDL_##name) name = nullptr;
REPLAY_SDL_FUNCTIONS(REPLAY_SDL_POINTER)
REPLAY_SDL_SCREEN_FUNCTIONS(REPLAY_SDL_POINTER)
#undef REPLAY_SDL_POINTER

// Returns false as long as no display was looked for.
inline bool is_loaded() { return GL_GetProcAddress != nullptr; }

}  // namespace replay::sdl
