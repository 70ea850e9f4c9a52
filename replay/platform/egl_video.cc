#include "replay/platform/egl_video.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "replay/platform/egl_display.h"
#include "replay/platform/held_standard_error.h"

namespace replay {

struct NativeSurface {
  EGLSurface egl;
  EGLConfig config;
  WindowSize size;
};

namespace {

// What distinguishes one EGLConfig from another, as EGL names it and as it is wanted.
std::vector<std::pair<EGLint, int>> sizes_of(const PixelFormat& format) {
  return {{EGL_RED_SIZE, format.red},
          {EGL_GREEN_SIZE, format.green},
          {EGL_BLUE_SIZE, format.blue},
          {EGL_ALPHA_SIZE, format.alpha},
          {EGL_DEPTH_SIZE, format.depth},
          {EGL_STENCIL_SIZE, format.stencil},
          {EGL_SAMPLE_BUFFERS, format.samples > 0 ? 1 : 0},
          {EGL_SAMPLES, format.samples}};
}

// Without attributes the driver makes the newest context of desktop GL that has the old functions.
std::vector<EGLint> attributes_of(const ContextRequest& request) {
  std::vector<EGLint> attributes;
  const auto add = [&](EGLint name, EGLint value) { attributes.insert(attributes.end(), {name, value}); };
  const bool is_gl = request.api == Api::kGl;
  const int flags = (request.debug ? EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR : 0) |
                    (request.forward_compatible && is_gl ? EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE_BIT_KHR : 0) |
                    (request.robust && is_gl ? EGL_CONTEXT_OPENGL_ROBUST_ACCESS_BIT_KHR : 0);
  if (!is_gl || request.major >= 3 || request.profile != Profile::kNone || flags != 0)
    add(EGL_CONTEXT_CLIENT_VERSION, request.major);
  if (request.minor != 0 && request.api != Api::kGles1 && !attributes.empty())
    add(EGL_CONTEXT_MINOR_VERSION_KHR, request.minor);
  if (is_gl && request.profile != Profile::kNone)
    add(EGL_CONTEXT_OPENGL_PROFILE_MASK_KHR, request.profile == Profile::kCore
                                                 ? EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT_KHR
                                                 : EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT_KHR);
  if (flags != 0) add(EGL_CONTEXT_FLAGS_KHR, flags);
  if (request.robust && !is_gl) add(EGL_CONTEXT_OPENGL_ROBUST_ACCESS_EXT, EGL_TRUE);
  attributes.push_back(EGL_NONE);
  return attributes;
}

}  // namespace

loaders::Result<std::unique_ptr<EglVideo>> EglVideo::start() {
  const HeldStandardError held("EGL");
  const auto egl = load_egl();
  if (!egl) return egl.error();
  const auto display = open_egl_display(**egl);
  if (!display) return display.error();
  return std::unique_ptr<EglVideo>(new EglVideo(**egl, *display));
}

// The display stays: EGL gives the same one to everybody in the process, and who ends it ends it for all.
EglVideo::~EglVideo() { make_current(nullptr, nullptr); }

void EglVideo::set_error_of(const char* function) {
  set_error(fmt::format("{} says {}", function, name_of_egl_error(egl_.GetError())));
}

int EglVideo::size(EGLConfig config, EGLint name) const {
  EGLint size = 0;
  egl_.GetConfigAttrib(display_, config, name, &size);
  return size;
}

// How much more the config has than was wanted.
int EglVideo::excess(EGLConfig config, const PixelFormat& attributes) const {
  int sum = 0;
  for (const auto& [name, wanted] : sizes_of(attributes)) {
    sum += size(config, name) - wanted;
  }
  return sum;
}

// EGL puts configs with more bits of colour first. The nearest one is wanted. Null: there is none.
EGLConfig EglVideo::config_of(const PixelFormat& attributes) {
  // Drivers give one EGLConfig to all APIs, and this way a context and its surface cannot get two different ones.
  std::vector<EGLint> wanted = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT};
  for (const auto& [name, value] : sizes_of(attributes)) wanted.insert(wanted.end(), {name, value});
  wanted.push_back(EGL_NONE);
  EGLint count = 0;
  egl_.ChooseConfig(display_, wanted.data(), nullptr, 0, &count);
  std::vector<EGLConfig> configs(static_cast<std::size_t>(std::max(count, 0)));
  egl_.ChooseConfig(display_, wanted.data(), configs.data(), count, &count);
  configs.resize(static_cast<std::size_t>(std::clamp(count, 0, static_cast<EGLint>(configs.size()))));
  const auto nearest =
      std::ranges::min_element(configs, {}, [&](EGLConfig config) { return excess(config, attributes); });
  if (nearest != configs.end()) return *nearest;
  set_error("EGL has no such config");
  return nullptr;
}

std::optional<PixelFormat> EglVideo::sizes(const PixelFormat& attributes) {
  const EGLConfig config = config_of(attributes);
  if (config == nullptr) return std::nullopt;
  PixelFormat sizes = attributes;
  sizes.red = size(config, EGL_RED_SIZE);
  sizes.green = size(config, EGL_GREEN_SIZE);
  sizes.blue = size(config, EGL_BLUE_SIZE);
  sizes.alpha = size(config, EGL_ALPHA_SIZE);
  sizes.depth = size(config, EGL_DEPTH_SIZE);
  sizes.stencil = size(config, EGL_STENCIL_SIZE);
  sizes.samples = size(config, EGL_SAMPLES);
  return sizes;
}

NativeSurface* EglVideo::make_surface(const PixelFormat& attributes, const WindowShape& shape) {
  const EGLConfig config = config_of(attributes);
  if (config == nullptr) return nullptr;
  const EGLint size[] = {EGL_WIDTH, shape.width, EGL_HEIGHT, shape.height, EGL_NONE};
  const EGLSurface made = egl_.CreatePbufferSurface(display_, config, size);
  if (made != EGL_NO_SURFACE) return new NativeSurface{made, config, {shape.width, shape.height}};
  set_error_of("eglCreatePbufferSurface");
  return nullptr;
}

void EglVideo::destroy_surface(NativeSurface* surface) {
  if (surface == nullptr) return;
  if (surface_ == surface) make_current(nullptr, nullptr);
  egl_.DestroySurface(display_, surface->egl);
  delete surface;
}

WindowSize EglVideo::size_of(NativeSurface* surface) { return surface->size; }

// A pbuffer has nothing to show. The driver, and what stands between it and this program, learns that a frame ends.
void EglVideo::swap(NativeSurface* surface) { egl_.SwapBuffers(display_, surface->egl); }

NativeContext EglVideo::make_context(NativeSurface* surface, const PixelFormat&, const ContextRequest& request) {
  const auto attributes = attributes_of(request);
  egl_.BindAPI(request.api == Api::kGl ? EGL_OPENGL_API : EGL_OPENGL_ES_API);
  const EGLContext made = egl_.CreateContext(display_, surface->config, context_, attributes.data());
  if (made == EGL_NO_CONTEXT) {
    set_error_of("eglCreateContext");
    return nullptr;
  }
  if (make_current(surface, made)) return made;
  egl_.DestroyContext(display_, made);
  return nullptr;
}

void EglVideo::destroy_context(NativeContext context) {
  if (context == nullptr) return;
  if (context_ == context) make_current(nullptr, nullptr);
  egl_.DestroyContext(display_, context);
}

bool EglVideo::make_current(NativeSurface* surface, NativeContext context) {
  if (surface == nullptr || context == nullptr) surface = nullptr, context = nullptr;
  if (surface == surface_ && context == context_) return true;
  const EGLSurface egl = surface != nullptr ? surface->egl : EGL_NO_SURFACE;
  if (egl_.MakeCurrent(display_, egl, egl, context) != EGL_TRUE) {
    set_error_of("eglMakeCurrent");
    return false;
  }
  surface_ = surface;
  context_ = context;
  return true;
}

}  // namespace replay
