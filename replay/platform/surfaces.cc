#include "replay/platform/surfaces.h"

#include <SDL.h>
#include <glad/gl.h>
#include <spdlog/fmt/fmt.h>

#include <algorithm>

namespace replay {
namespace {

const WindowShape kProbe = {.width = 1, .height = 1, .title = "", .visible = false};

// From `wanted` to less and less of it. Samples go first: they are what drivers most often lack.
std::vector<PixelFormat> nearest_first(const PixelFormat& wanted) {
  std::vector<PixelFormat> bases = {wanted};
  PixelFormat base = wanted;
  base.depth = std::min(base.depth, 24);
  base.stencil = std::min(base.stencil, 8);
  bases.push_back(base);
  base.red = base.green = base.blue = 8;
  base.alpha = base.alpha > 0 ? 8 : 0;
  bases.push_back(base);
  base.depth = 24, base.stencil = base.alpha = 8;
  bases.push_back(base);

  std::vector<PixelFormat> formats;
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

// Precondition: a compatibility context is current on a surface of the format.
PixelFormat format_of_current(const GladGLContext& gl) {
  const auto integer = [&gl](GLenum name) {
    GLint value = 0;
    gl.GetIntegerv(name, &value);
    return static_cast<int>(value);
  };
  PixelFormat format = {.red = integer(GL_RED_BITS),
                        .green = integer(GL_GREEN_BITS),
                        .blue = integer(GL_BLUE_BITS),
                        .alpha = integer(GL_ALPHA_BITS),
                        .depth = integer(GL_DEPTH_BITS),
                        .stencil = integer(GL_STENCIL_BITS),
                        .samples = integer(GL_SAMPLES),
                        .srgb = false,
                        .double_buffer = integer(GL_DOUBLEBUFFER) != 0};
  if (gl.ARB_framebuffer_sRGB || gl.EXT_framebuffer_sRGB) format.srgb = integer(GL_FRAMEBUFFER_SRGB_CAPABLE_EXT) != 0;
  return format;
}

}  // namespace

Surfaces::~Surfaces() {
  for (const auto& format : formats_) SDL_GL_DeleteContext(format->housekeeper);
}

void Surfaces::warn(std::string text) {
  if (std::find(warnings_.begin(), warnings_.end(), text) == warnings_.end()) warnings_.push_back(std::move(text));
}

const SurfaceFormat* Surfaces::format(const PixelFormat& asked, std::string& error) {
  const PixelFormat wanted = sane(asked);
  for (const auto& [question, answer] : answers_) {
    if (question == wanted) return answer;
  }
  const SurfaceFormat* found = nullptr;
  for (const PixelFormat& candidate : nearest_first(wanted)) {
    if ((found = add_format(candidate))) break;
  }
  if (!found) {
    error = fmt::format("the driver has no surface like {} for OpenGL ({})", to_string(wanted), take_sdl_error());
    return nullptr;
  }
  if (is_worse(found->given, wanted)) {
    warn(fmt::format("no surface with {}; using {}", to_string(wanted), to_string(found->given)));
  }
  answers_.emplace_back(wanted, found);
  return found;
}

// Null when the driver lacks it. Different attributes can lead to one and the same EGLConfig: it must be in the book
// only once, because contexts go with all windows of their EGLConfig.
const SurfaceFormat* Surfaces::add_format(const PixelFormat& attributes) {
  const RestoreCurrent restore;
  SDL_Window* window = make_raw(attributes, kProbe);
  if (!window) return nullptr;
  auto format = std::make_unique<SurfaceFormat>();
  format->attributes = attributes;
  format->housekeeper = make_context(window, *format, ContextRequest{});
  if (format->housekeeper) format->gl = tables_.of_current(Api::kGl);
  if (format->gl) format->given = format_of_current(*format->gl);
  SDL_GL_MakeCurrent(nullptr, nullptr);
  SDL_DestroyWindow(window);
  const auto same =
      std::find_if(formats_.begin(), formats_.end(), [&](const auto& known) { return known->given == format->given; });
  if (format->gl && same == formats_.end()) return formats_.emplace_back(std::move(format)).get();
  SDL_GL_DeleteContext(format->housekeeper);
  return format->gl ? same->get() : nullptr;
}

SDL_Window* Surfaces::make_raw(const PixelFormat& attributes, const WindowShape& shape) {
  // Windows are made for desktop GL, whatever API will draw into them: drivers give one EGLConfig to all APIs, and this
  // way a context and its window cannot end up with two.
  set_sdl_attributes(attributes, ContextRequest{});
  const auto flags = static_cast<Uint32>(SDL_WINDOW_OPENGL | (shape.visible ? SDL_WINDOW_SHOWN : SDL_WINDOW_HIDDEN));
  last_made_ = attributes;
  return SDL_CreateWindow(shape.title.c_str(), SDL_WINDOWPOS_UNDEFINED, SDL_WINDOWPOS_UNDEFINED, shape.width,
                          shape.height, flags);
}

SDL_Window* Surfaces::make(const SurfaceFormat& format, const WindowShape& shape, std::string& error) {
  if (shape.width <= 0 || shape.height <= 0 || shape.width > kLargestSize || shape.height > kLargestSize) {
    error = fmt::format("a window cannot have {}x{} pixels, only 1x1 to {}x{}", shape.width, shape.height, kLargestSize,
                        kLargestSize);
    return nullptr;
  }
  SDL_Window* window = make_raw(format.attributes, shape);
  if (window) {
    clear(window, format);
  } else {
    error = fmt::format("cannot make a window of {}x{} with {}: {}", shape.width, shape.height, to_string(format.given),
                        take_sdl_error());
  }
  return window;
}

void Surfaces::clear(SDL_Window* window, const SurfaceFormat& format) {
  const RestoreCurrent restore;
  if (SDL_GL_MakeCurrent(window, format.housekeeper) != 0) return;
  format.gl->Clear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
}

SdlContext Surfaces::make_context(SDL_Window* window, const SurfaceFormat& format, const ContextRequest& request) {
  SDL_Window* reminder = nullptr;
  if (video_.forgets_formats() && last_made_ != format.attributes) reminder = make_raw(format.attributes, kProbe);
  set_sdl_attributes(format.attributes, request);
  SDL_GL_SetAttribute(SDL_GL_SHARE_WITH_CURRENT_CONTEXT, SDL_GL_GetCurrentContext() ? 1 : 0);
  const SdlContext context = SDL_GL_CreateContext(window);
  if (reminder) SDL_DestroyWindow(reminder);
  return context;
}

RestoreCurrent::RestoreCurrent() : window_(SDL_GL_GetCurrentWindow()), context_(SDL_GL_GetCurrentContext()) {}

RestoreCurrent::~RestoreCurrent() {
  if (active_) SDL_GL_MakeCurrent(window_, context_);
}

}  // namespace replay
