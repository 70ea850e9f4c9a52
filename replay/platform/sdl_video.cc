#include "replay/platform/sdl_video.h"

#include <spdlog/spdlog.h>

#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

#include "replay/platform/held_standard_error.h"
#include "replay/platform/sdl_library.h"

namespace replay {
namespace {

bool start_driver() {
  const HeldStandardError held("SDL");
  return sdl::InitSubSystem(SDL_INIT_VIDEO) == 0;
}

void log_sdl(void*, int, SDL_LogPriority, const char* message) { spdlog::debug("SDL: {}", message); }

void set_hints() {
  sdl::SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");  // Ctrl-C ends the program; SDL must not turn it into an event
  sdl::SetHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1");
  sdl::SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");
  sdl::SetHint(SDL_HINT_VIDEO_MINIMIZE_ON_FOCUS_LOSS, "0");
  sdl::LogSetOutputFunction(log_sdl, nullptr);
}

bool current_driver_is(std::string_view name) {
  const char* driver = sdl::GetCurrentVideoDriver();
  return driver && name == driver;
}

// Tells SDL what it has to know before it makes a window or a context. SDL keeps these attributes per process, not per
// window.
void set_sdl_attributes(const PixelFormat& format, const ContextRequest& request) {
  sdl::GL_ResetAttributes();
  sdl::GL_SetAttribute(SDL_GL_RED_SIZE, format.red);
  sdl::GL_SetAttribute(SDL_GL_GREEN_SIZE, format.green);
  sdl::GL_SetAttribute(SDL_GL_BLUE_SIZE, format.blue);
  sdl::GL_SetAttribute(SDL_GL_ALPHA_SIZE, format.alpha);
  sdl::GL_SetAttribute(SDL_GL_DEPTH_SIZE, format.depth);
  sdl::GL_SetAttribute(SDL_GL_STENCIL_SIZE, format.stencil);
  sdl::GL_SetAttribute(SDL_GL_MULTISAMPLEBUFFERS, format.samples > 0 ? 1 : 0);
  sdl::GL_SetAttribute(SDL_GL_MULTISAMPLESAMPLES, format.samples);
  sdl::GL_SetAttribute(SDL_GL_FRAMEBUFFER_SRGB_CAPABLE, format.srgb ? 1 : 0);
  sdl::GL_SetAttribute(SDL_GL_DOUBLEBUFFER, format.double_buffer ? 1 : 0);

  int profile = 0;
  if (request.api != Api::kGl) profile = SDL_GL_CONTEXT_PROFILE_ES;
  if (request.api == Api::kGl && request.profile == Profile::kCore) profile = SDL_GL_CONTEXT_PROFILE_CORE;
  if (request.api == Api::kGl && request.profile == Profile::kCompatibility) {
    profile = SDL_GL_CONTEXT_PROFILE_COMPATIBILITY;
  }
  sdl::GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, profile);
  sdl::GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, request.major);
  sdl::GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, request.minor);
  sdl::GL_SetAttribute(SDL_GL_CONTEXT_FLAGS,
                       (request.debug ? SDL_GL_CONTEXT_DEBUG_FLAG : 0) |
                           (request.forward_compatible ? SDL_GL_CONTEXT_FORWARD_COMPATIBLE_FLAG : 0) |
                           (request.robust ? SDL_GL_CONTEXT_ROBUST_ACCESS_FLAG : 0));
}

NativeSurface* as_surface(SDL_Window* window) { return reinterpret_cast<NativeSurface*>(window); }
SDL_Window* as_window(NativeSurface* surface) { return reinterpret_cast<SDL_Window*>(surface); }

// SDL tries its drivers without a display by itself when the display does not answer.
bool is_unwanted_driver() {
  const char* asked = std::getenv("SDL_VIDEODRIVER");
  return current_driver_is("dummy") ||
         (current_driver_is("offscreen") && (asked == nullptr || !current_driver_is(asked)));
}

}  // namespace

loaders::Result<std::unique_ptr<SdlVideo>> SdlVideo::start() {
  if (auto loaded = sdl::load(); !loaded) return std::move(loaded).error();
  set_hints();
  const bool started = start_driver();
  if (!started || is_unwanted_driver()) {
    const std::string reason = started ? "none was found" : take_sdl_error();
    if (started) sdl::QuitSubSystem(SDL_INIT_VIDEO);
    return loaders::Error{"there is no display to open a window on: " + reason};
  }
  // Without this SDL would close the EGL display with the last window and open it again with the next.
  if (sdl::GL_LoadLibrary(nullptr) != 0) {
    const std::string reason = take_sdl_error();
    sdl::QuitSubSystem(SDL_INIT_VIDEO);
    return loaders::Error{"no OpenGL library can be loaded: " + reason};
  }
  return std::unique_ptr<SdlVideo>(new SdlVideo);
}

SdlVideo::SdlVideo()
    : headless_(current_driver_is("offscreen")),
      forgets_formats_(!current_driver_is("x11") || sdl::GetHintBoolean(SDL_HINT_VIDEO_X11_FORCE_EGL, SDL_FALSE)) {}

SdlVideo::~SdlVideo() {
  sdl::GL_UnloadLibrary();
  sdl::QuitSubSystem(SDL_INIT_VIDEO);
}

void* SdlVideo::address(const char* function) const { return sdl::GL_GetProcAddress(function); }

NativeSurface* SdlVideo::make_surface(const PixelFormat& attributes, const WindowShape& shape) {
  // Windows are made for desktop GL, whatever API will draw into them. Drivers give one EGLConfig to all APIs, and this
  // way a context and its window cannot get two different ones.
  set_sdl_attributes(attributes, ContextRequest{});
  const auto flags = static_cast<Uint32>(SDL_WINDOW_OPENGL | (shape.visible ? SDL_WINDOW_SHOWN : SDL_WINDOW_HIDDEN));
  last_made_ = attributes;
  SDL_Window* window = sdl::CreateWindow(shape.title.c_str(), SDL_WINDOWPOS_UNDEFINED, SDL_WINDOWPOS_UNDEFINED,
                                         shape.width, shape.height, flags);
  if (window == nullptr) set_error(take_sdl_error());
  return as_surface(window);
}

void SdlVideo::destroy_surface(NativeSurface* surface) { sdl::DestroyWindow(as_window(surface)); }

void SdlVideo::move_to(NativeSurface* surface, NativeSurface* place) {
  int x = 0, y = 0;
  sdl::GetWindowPosition(as_window(place), &x, &y);
  sdl::SetWindowPosition(as_window(surface), x, y);
}

WindowSize SdlVideo::size_of(NativeSurface* surface) {
  WindowSize size;
  sdl::GetWindowSize(as_window(surface), &size.width, &size.height);
  return size;
}

void SdlVideo::swap(NativeSurface* surface) { sdl::GL_SwapWindow(as_window(surface)); }
void SdlVideo::stop_pacing() { sdl::GL_SetSwapInterval(0); }

NativeContext SdlVideo::make_context(NativeSurface* surface, const PixelFormat& attributes,
                                     const ContextRequest& request) {
  NativeSurface* reminder = nullptr;
  if (forgets_formats_ && last_made_ != attributes)
    reminder = make_surface(attributes, {.width = 1, .height = 1, .title = "", .visible = false});
  set_sdl_attributes(attributes, request);
  sdl::GL_SetAttribute(SDL_GL_SHARE_WITH_CURRENT_CONTEXT, sdl::GL_GetCurrentContext() != nullptr ? 1 : 0);
  const NativeContext context = sdl::GL_CreateContext(as_window(surface));
  if (context == nullptr) set_error(take_sdl_error());
  if (reminder != nullptr) destroy_surface(reminder);
  return context;
}

void SdlVideo::destroy_context(NativeContext context) { sdl::GL_DeleteContext(context); }

bool SdlVideo::make_current(NativeSurface* surface, NativeContext context) {
  if (surface == nullptr || context == nullptr) {
    sdl::GL_MakeCurrent(nullptr, nullptr);
    return true;
  }
  if (sdl::GL_MakeCurrent(as_window(surface), context) == 0) return true;
  set_error(take_sdl_error());
  return false;
}

NativeSurface* SdlVideo::current_surface() const { return as_surface(sdl::GL_GetCurrentWindow()); }
NativeContext SdlVideo::current_context() const { return sdl::GL_GetCurrentContext(); }

std::string take_sdl_error() {
  std::string text = sdl::GetError();
  sdl::ClearError();
  return text.empty() ? "no reason given" : text;
}

}  // namespace replay
