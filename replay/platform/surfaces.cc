#include "replay/platform/surfaces.h"

#include <glad/gl.h>
#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <utility>

#include "replay/platform/egl.h"
#include "replay/platform/gl_context.h"
#include "replay/platform/listener.h"
#include "replay/platform/sdl_library.h"

namespace replay {
namespace {

const WindowShape kProbe = {.width = 1, .height = 1, .title = "", .visible = false};

constexpr int kDeepest = 32;  // no window system offers a depth buffer of more bits

// Returns the formats that give all that is wanted, the one with the deepest depth buffer first where that is wanted.
std::vector<PixelFormat> exact(PixelFormat wanted) {
  std::vector<PixelFormat> formats;
  if (std::exchange(wanted.deepest, false) && wanted.depth < kDeepest) {
    formats.push_back(wanted);
    formats.back().depth = kDeepest;
  }
  formats.push_back(wanted);
  return formats;
}

// Returns formats from `wanted` down to less and less of it. Samples are given up first: drivers lack them most often.
std::vector<PixelFormat> nearest_first(const PixelFormat& wanted) {
  std::vector<PixelFormat> formats = exact(wanted);
  PixelFormat base = formats.back();
  std::vector<PixelFormat> bases = {base};
  base.depth = std::min(base.depth, 24);
  base.stencil = std::min(base.stencil, 8);
  bases.push_back(base);
  base.red = base.green = base.blue = 8;
  base.alpha = base.alpha > 0 ? 8 : 0;
  bases.push_back(base);
  base.depth = 24, base.stencil = base.alpha = 8;
  bases.push_back(base);

  for (PixelFormat format : bases) {
    for (format.samples = wanted.samples;; format.samples /= 2) {
      for (const bool srgb : {wanted.srgb, false}) {
        format.srgb = srgb;
        if (std::find(formats.begin(), formats.end(), format) == formats.end()) formats.push_back(format);
      }
      if (format.samples == 0) break;
    }
  }
  return formats;
}

PixelFormat sane(PixelFormat format) {
  for (int* size : {&format.red, &format.green, &format.blue, &format.alpha, &format.depth, &format.stencil}) {
    *size = std::clamp(*size, 0, 32);
  }
  format.samples = std::clamp(format.samples, 0, 64);
  return format;
}

// Asks the current context. Core contexts have no GL_RED_BITS and the like.
PixelFormat format_of_current(const GladGLContext& gl, Api api, bool headless) {
  const bool asks_attachments = is_core_profile(gl, api);
  const auto integer = [&gl](GLenum name) {
    GLint value = 0;
    gl.GetIntegerv(name, &value);
    return static_cast<int>(value);
  };
  // Surfaces without a display are single-buffered, and ES has no query for it.
  const bool double_buffer = !headless && integer(GL_DOUBLEBUFFER) != 0;
  const auto bits = [&](GLenum name, GLenum attachment, GLenum size) {
    if (!asks_attachments) return integer(name);
    GLint value = 0;
    gl.GetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, attachment, size, &value);
    return static_cast<int>(value);
  };
  const GLenum color = double_buffer ? GL_BACK_LEFT : GL_FRONT_LEFT;
  PixelFormat format = {.red = bits(GL_RED_BITS, color, GL_FRAMEBUFFER_ATTACHMENT_RED_SIZE),
                        .green = bits(GL_GREEN_BITS, color, GL_FRAMEBUFFER_ATTACHMENT_GREEN_SIZE),
                        .blue = bits(GL_BLUE_BITS, color, GL_FRAMEBUFFER_ATTACHMENT_BLUE_SIZE),
                        .alpha = bits(GL_ALPHA_BITS, color, GL_FRAMEBUFFER_ATTACHMENT_ALPHA_SIZE),
                        .depth = bits(GL_DEPTH_BITS, GL_DEPTH, GL_FRAMEBUFFER_ATTACHMENT_DEPTH_SIZE),
                        .stencil = bits(GL_STENCIL_BITS, GL_STENCIL, GL_FRAMEBUFFER_ATTACHMENT_STENCIL_SIZE),
                        .samples = integer(GL_SAMPLES),
                        .srgb = false,
                        .double_buffer = double_buffer};
  if (gl.ARB_framebuffer_sRGB || gl.EXT_framebuffer_sRGB) format.srgb = integer(GL_FRAMEBUFFER_SRGB_CAPABLE_EXT) != 0;
  return format;
}

}  // namespace

void clear_all(const GladGLContext& gl) {
  const NotHeard every_surface_is_clear;
  gl.Clear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
}

Surfaces::~Surfaces() {
  for (const auto& format : formats_) {
    if (format->housekeeper) sdl::GL_DeleteContext(format->housekeeper);
  }
}

void Surfaces::warn(std::string text) {
  if (std::find(warnings_.begin(), warnings_.end(), text) == warnings_.end()) warnings_.push_back(std::move(text));
}

loaders::Result<SurfaceFormat*> Surfaces::format(const PixelFormat& asked) {
  const PixelFormat wanted = sane(asked);
  for (const auto& [question, answer] : answers_) {
    if (question == wanted) return answer;
  }
  SurfaceFormat* found = nullptr;
  for (const PixelFormat& candidate : exact(wanted)) {
    if (!found) found = first_format(candidate);
  }
  for (const PixelFormat& candidate : nearest_first(wanted)) {
    if (found || (found = add_format(candidate))) break;
  }
  if (!found) {
    return loaders::Error{
        fmt::format("the driver has no surface like {} for OpenGL ({})", to_string(wanted), take_sdl_error())};
  }
  answers_.emplace_back(wanted, found);
  if (found->given) warn_of_worse(*found);
  return found;
}

void Surfaces::warn_of_worse(const SurfaceFormat& format) {
  for (const auto& [wanted, answer] : answers_) {
    // Not every context can be asked for it, and most programs that have been told of it never write it: whoever sees
    // one that does says so.
    PixelFormat needed = wanted;
    needed.srgb = false;
    if (answer != &format || !is_worse(*format.given, needed)) continue;
    warn(fmt::format("no surface with {}; using {}", to_string(wanted), to_string(*format.given)));
  }
}

// As long as there is only one format, nobody has to know how it differs from others: the first context of the
// recording will be asked. On a display windows are few and live long, and GLX may give a worse visual, so there the
// format is checked at once.
SurfaceFormat* Surfaces::first_format(const PixelFormat& attributes) {
  if (!headless() || !formats_.empty()) return nullptr;
  SDL_Window* window = make_raw(attributes, kProbe);
  if (!window) return nullptr;
  sdl::DestroyWindow(window);
  formats_.push_back(std::make_unique<SurfaceFormat>(attributes));
  return formats_.back().get();
}

// Returns null when the driver lacks the format. Different attributes can lead to the same EGLConfig. It must be in the
// list only once, because a context can be used with all windows of its EGLConfig.
SurfaceFormat* Surfaces::add_format(const PixelFormat& attributes) {
  for (const auto& known : formats_) given(*known);
  auto format = std::make_unique<SurfaceFormat>(attributes);
  given(*format);
  if (!format->housekeeper) return nullptr;
  const auto same = std::find_if(formats_.begin(), formats_.end(), [&](const auto& known) {
    // Without a display only contexts that can be asked tell of sRGB, and no EGLConfig differs by it.
    PixelFormat given = *known->given;
    if (headless()) given.srgb = format->given->srgb;
    return given == format->given;
  });
  if (same == formats_.end()) return formats_.emplace_back(std::move(format)).get();
  sdl::GL_DeleteContext(format->housekeeper);
  return same->get();
}

const PixelFormat& Surfaces::given(SurfaceFormat& format) {
  if (format.given) return *format.given;
  const RestoreCurrent restore;
  if (SDL_Window* window = make_raw(format.attributes, kProbe)) {
    if (const GladGLContext* gl = keep_house(window, format)) learn(format, *gl, Api::kGl);
    sdl::GL_MakeCurrent(nullptr, nullptr);
    sdl::DestroyWindow(window);
  }
  // A driver that refuses even this context refuses again, with a message, when the recording needs one.
  if (!format.given) format.given = format.attributes;
  return *format.given;
}

void Surfaces::learn(SurfaceFormat& format, const GladGLContext& gl, Api api) {
  if (format.given) return;
  format.given = format_of_current(gl, api, headless());
  warn_of_worse(format);
}

const GladGLContext* Surfaces::keep_house(SDL_Window* window, SurfaceFormat& format) {
  if (!format.housekeeper) {
    sdl::GL_MakeCurrent(nullptr, nullptr);  // so that the housekeeper shares with no context
    format.housekeeper = make_context(window, format, ContextRequest{});
    if (format.housekeeper) format.gl = tables_.of_current(Api::kGl);
    if (!format.gl) sdl::GL_DeleteContext(std::exchange(format.housekeeper, nullptr));
  }
  if (!format.housekeeper || sdl::GL_MakeCurrent(window, format.housekeeper) != 0) return nullptr;
  return format.gl.get();
}

SDL_Window* Surfaces::make_raw(const PixelFormat& attributes, const WindowShape& shape) {
  // Windows are made for desktop GL, whatever API will draw into them. Drivers give one EGLConfig to all APIs, and this
  // way a context and its window cannot get two different ones.
  set_sdl_attributes(attributes, ContextRequest{});
  const auto flags = static_cast<Uint32>(SDL_WINDOW_OPENGL | (shape.visible ? SDL_WINDOW_SHOWN : SDL_WINDOW_HIDDEN));
  last_made_ = attributes;
  return sdl::CreateWindow(shape.title.c_str(), SDL_WINDOWPOS_UNDEFINED, SDL_WINDOWPOS_UNDEFINED, shape.width,
                           shape.height, flags);
}

loaders::Result<SDL_Window*> Surfaces::make(const SurfaceFormat& format, const WindowShape& shape) {
  if (shape.width <= 0 || shape.height <= 0 || shape.width > kLargestSize || shape.height > kLargestSize) {
    return loaders::Error{fmt::format("a window cannot have {}x{} pixels, only 1x1 to {}x{}", shape.width, shape.height,
                                      kLargestSize, kLargestSize)};
  }
  SDL_Window* window = make_raw(format.attributes, shape);
  if (!window) {
    return loaders::Error{fmt::format("cannot make a window of {}x{} with {}: {}", shape.width, shape.height,
                                      to_string(format.given.value_or(format.attributes)), take_sdl_error())};
  }
  return window;
}

void Surfaces::clear(SDL_Window* window, SurfaceFormat& format) {
  const RestoreCurrent restore;
  if (const GladGLContext* gl = keep_house(window, format)) clear_all(*gl);
}

SdlContext Surfaces::make_context(SDL_Window* window, const SurfaceFormat& format, const ContextRequest& request) {
  SDL_Window* reminder = nullptr;
  if (video_->forgets_formats() && last_made_ != format.attributes) reminder = make_raw(format.attributes, kProbe);
  set_sdl_attributes(format.attributes, request);
  sdl::GL_SetAttribute(SDL_GL_SHARE_WITH_CURRENT_CONTEXT, sdl::GL_GetCurrentContext() ? 1 : 0);
  const SdlContext context = sdl::GL_CreateContext(window);
  if (reminder) sdl::DestroyWindow(reminder);
  return context;
}

RestoreCurrent::RestoreCurrent() : window_(sdl::GL_GetCurrentWindow()), context_(sdl::GL_GetCurrentContext()) {
  const auto egl = context_ ? Egl::of_current() : std::nullopt;
  if (!egl) return;
  draw_ = egl->GetCurrentSurface(EGL_DRAW);
  read_ = egl->GetCurrentSurface(EGL_READ);
}

RestoreCurrent::~RestoreCurrent() {
  if (!active_) return;
  sdl::GL_MakeCurrent(window_, context_);
  const auto egl = draw_ ? Egl::of_current() : std::nullopt;
  if (!egl || (egl->GetCurrentSurface(EGL_DRAW) == draw_ && egl->GetCurrentSurface(EGL_READ) == read_)) return;
  egl->MakeCurrent(egl->display, draw_, read_, context_);
}

}  // namespace replay
