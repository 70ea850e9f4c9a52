#include "replay/platform/sdl_video.h"

#include <fcntl.h>
#include <spdlog/spdlog.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

#include "replay/platform/sdl_library.h"

namespace replay {
namespace {

// Keeps what is written to standard error until its end, and logs it then for those who want to know more. SDL tries
// one window system after the other, and the libraries of those that are not there complain on their own.
class HeldStandardError {
 public:
  HeldStandardError()
      : held_(::memfd_create("standard error", MFD_CLOEXEC)),
        before_(::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)) {
    if (held_ >= 0 && before_ >= 0) ::dup2(held_, STDERR_FILENO);
  }
  ~HeldStandardError() {
    if (held_ >= 0 && before_ >= 0) {
      ::dup2(before_, STDERR_FILENO);
      log();
    }
    if (held_ >= 0) ::close(held_);
    if (before_ >= 0) ::close(before_);
  }
  HeldStandardError(const HeldStandardError&) = delete;
  HeldStandardError& operator=(const HeldStandardError&) = delete;

 private:
  void log() const {
    std::string text(4096, '\0');
    const auto bytes = ::pread(held_, text.data(), text.size(), 0);
    text.resize(bytes > 0 ? static_cast<std::size_t>(bytes) : 0);
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) spdlog::debug("SDL: {}", line);
  }

  int held_, before_;
};

bool start_driver(bool headless) {
  const HeldStandardError held;
  // This overrides SDL_VIDEODRIVER: headless means that no display is touched, whatever the environment says.
  if (headless) sdl::SetHintWithPriority(SDL_HINT_VIDEODRIVER, "offscreen", SDL_HINT_OVERRIDE);
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

}  // namespace

loaders::Result<std::unique_ptr<SdlVideo>> SdlVideo::start(Display display) {
  if (auto loaded = sdl::load(); !loaded) return std::move(loaded).error();
  set_hints();
  bool started = false;
  if (display == Display::kWindow || (display == Display::kAuto && may_have_display())) {
    started = start_driver(false);
    // SDL tries its offscreen driver by itself when the display does not answer.
    if (display == Display::kWindow && (!started || current_driver_is("offscreen") || current_driver_is("dummy"))) {
      const std::string reason = started ? "none was found" : take_sdl_error();
      if (started) sdl::QuitSubSystem(SDL_INIT_VIDEO);
      return loaders::Error{"there is no display to open a window on: " + reason};
    }
  }
  if (!started && !start_driver(true)) {
    return loaders::Error{"SDL's offscreen video driver does not start: " + take_sdl_error()};
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
