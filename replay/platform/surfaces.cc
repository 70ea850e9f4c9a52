#include "replay/platform/surfaces.h"

#include <glad/gl.h>
#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <utility>

#include "replay/platform/egl.h"
#include "replay/platform/gl_context.h"
#include "replay/platform/listener.h"

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
    if (format->housekeeper) video_->destroy_context(format->housekeeper);
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
        fmt::format("the driver has no surface like {} for OpenGL ({})", to_string(wanted), video_->take_error())};
  }
  answers_.emplace_back(wanted, found);
  if (found->given) warn_of_worse(*found);
  return found;
}

PixelFormat Surfaces::with_stencils_if_same(const PixelFormat& asked, bool depths_may_differ) {
  if (asked.stencil > 0) return asked;
  const std::vector<PixelFormat> candidates = exact(sane(asked));
  std::optional<PixelFormat> usual;
  for (const PixelFormat& candidate : candidates) {
    if (!usual) usual = video_->sizes(candidate);
  }
  if (!usual || usual->depth == 0) return asked;
  PixelFormat wanted = candidates.back();
  wanted.stencil = 8;
  if (!depths_may_differ) wanted.depth = usual->depth;
  auto with = video_->sizes(wanted);
  if (!with || with->stencil == 0) return asked;
  with->stencil = usual->stencil;
  if (depths_may_differ) with->depth = usual->depth;
  return *with == *usual ? wanted : asked;
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
  if (!headless() || !formats_.empty() || video_->kind_of(attributes)) return nullptr;
  NativeSurface* surface = video_->make_surface(attributes, kProbe);
  if (!surface) return nullptr;
  video_->destroy_surface(surface);
  formats_.push_back(std::make_unique<SurfaceFormat>(attributes));
  return formats_.back().get();
}

// Returns null when the driver lacks the format. Different attributes can lead to the same EGLConfig. It must be in the
// list only once, because a context can be used with all windows of its EGLConfig.
SurfaceFormat* Surfaces::add_format(const PixelFormat& attributes) {
  auto format = std::make_unique<SurfaceFormat>(attributes);
  if (const auto kind = video_->kind_of(attributes)) {
    const auto same = std::ranges::find(formats_, *kind, &SurfaceFormat::kind);
    if (*kind == nullptr) return nullptr;
    if (same != formats_.end()) return same->get();
    format->kind = *kind;
    return formats_.emplace_back(std::move(format)).get();
  }
  for (const auto& known : formats_) given(*known);
  given(*format);
  if (!format->housekeeper) return nullptr;
  const auto same = std::find_if(formats_.begin(), formats_.end(), [&](const auto& known) {
    // Without a display only contexts that can be asked tell of sRGB, and no EGLConfig differs by it.
    PixelFormat given = *known->given;
    if (headless()) given.srgb = format->given->srgb;
    return given == format->given;
  });
  if (same == formats_.end()) return formats_.emplace_back(std::move(format)).get();
  video_->destroy_context(format->housekeeper);
  return same->get();
}

const PixelFormat& Surfaces::given(SurfaceFormat& format) {
  if (format.given) return *format.given;
  const RestoreCurrent restore(*video_);
  if (NativeSurface* surface = video_->make_surface(format.attributes, kProbe)) {
    if (const GladGLContext* gl = keep_house(surface, format)) learn(format, *gl, Api::kGl);
    video_->make_current(nullptr, nullptr);
    video_->destroy_surface(surface);
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

const GladGLContext* Surfaces::keep_house(NativeSurface* surface, SurfaceFormat& format) {
  if (!format.housekeeper) {
    video_->make_current(nullptr, nullptr);  // so that the housekeeper shares with no context
    format.housekeeper = video_->make_context(surface, format.attributes, ContextRequest{});
    if (format.housekeeper) format.gl = tables_.of_current(*video_, Api::kGl);
    if (format.housekeeper && !format.gl) video_->destroy_context(std::exchange(format.housekeeper, nullptr));
  }
  if (!format.housekeeper || !video_->make_current(surface, format.housekeeper)) return nullptr;
  return format.gl.get();
}

loaders::Result<NativeSurface*> Surfaces::make(const SurfaceFormat& format, const WindowShape& shape) {
  if (shape.width <= 0 || shape.height <= 0 || shape.width > kLargestSize || shape.height > kLargestSize) {
    return loaders::Error{fmt::format("a window cannot have {}x{} pixels, only 1x1 to {}x{}", shape.width, shape.height,
                                      kLargestSize, kLargestSize)};
  }
  NativeSurface* surface = video_->make_surface(format.attributes, shape);
  if (!surface) {
    return loaders::Error{fmt::format("cannot make a window of {}x{} with {}: {}", shape.width, shape.height,
                                      to_string(format.given.value_or(format.attributes)), video_->take_error())};
  }
  return surface;
}

void Surfaces::clear(NativeSurface* surface, SurfaceFormat& format) {
  const RestoreCurrent restore(*video_);
  if (const GladGLContext* gl = keep_house(surface, format)) clear_all(*gl);
}

RestoreCurrent::RestoreCurrent(Video& video)
    : video_(video),
      surface_(video.current_surface()),
      context_(video.current_context()) {
  const auto egl = context_ ? Egl::of_current() : std::nullopt;
  if (!egl) return;
  draw_ = egl->GetCurrentSurface(EGL_DRAW);
  read_ = egl->GetCurrentSurface(EGL_READ);
}

RestoreCurrent::~RestoreCurrent() {
  if (!active_) return;
  video_.make_current(surface_, context_);
  const auto egl = draw_ ? Egl::of_current() : std::nullopt;
  if (!egl || (egl->GetCurrentSurface(EGL_DRAW) == draw_ && egl->GetCurrentSurface(EGL_READ) == read_)) return;
  egl->MakeCurrent(egl->display, draw_, read_, context_);
}

}  // namespace replay
