#include "replay/platform/platform.h"

#include <glad/gl.h>
#include <spdlog/fmt/fmt.h>

#include <initializer_list>
#include <span>
#include <utility>

#include "replay/platform/egl.h"
#include "replay/platform/srgb_surface.h"

namespace replay {
namespace {

std::span<const GlVersion> versions_of(Api api, Profile profile) {
  static constexpr GlVersion kGl[] = {{4, 6}, {4, 5}, {4, 4}, {4, 3}, {4, 2}, {4, 1},
                                      {4, 0}, {3, 3}, {3, 2}, {3, 1}, {3, 0}, {1, 0}};
  static constexpr GlVersion kEs1[] = {{1, 1}, {1, 0}};
  static constexpr GlVersion kEs2[] = {{3, 2}, {3, 1}, {3, 0}, {2, 0}};
  if (api == Api::kGles1) return kEs1;
  if (api == Api::kGles2) return kEs2;
  // Profiles begin with 3.2; 1.0 asks for the newest compatible one.
  if (profile == Profile::kNone) return std::span(kGl).last(1);
  return std::span(kGl).first(9);
}

void tell_current(const Window* drawn, const Window* read, const LiveContext& context) {
  if (listener != nullptr)
    listener->made_current(drawn ? drawn->live() : LiveSurface{}, read ? read->live() : LiveSurface{}, context);
}

ContextRequest plain(Api api, GlVersion version, Profile profile) {
  return {.api = api, .major = version.major, .minor = version.minor, .profile = profile};
}

// GLX gives a context of 3.1 all the old functions where the driver has them (GL_ARB_compatibility). Mesa's EGL, which
// is used without a display, makes a core context of the same request. Recorded programs may have used the old
// functions.
bool means_compatibility(const ContextRequest& request) {
  return request.api == Api::kGl && request.profile == Profile::kNone && request.version() == GlVersion{3, 1} &&
         !request.forward_compatible;
}

ContextRequest with_compatibility(ContextRequest request) {
  request.minor = 2;  // the first version that has profiles
  request.profile = Profile::kCompatibility;
  return request;
}

}  // namespace

loaders::Result<std::unique_ptr<Platform>> Platform::create(Display display) {
  auto video = Video::start(display);
  if (!video) return std::move(video).error();
  return std::unique_ptr<Platform>(new Platform(std::make_shared<Surfaces>(*std::move(video))));
}

loaders::Result<std::unique_ptr<Window>> Platform::make_window(const PixelFormat& wanted, const WindowShape& shape) {
  const auto format = surfaces_->format(wanted);
  if (!format) return format.error();
  WindowShape with_srgb = shape;
  with_srgb.srgb = wanted.srgb;
  const auto native = surfaces_->make(**format, with_srgb);
  if (!native) return native.error();
  return std::make_unique<Window>(surfaces_, **format, *native, with_srgb);
}

loaders::Result<std::unique_ptr<Window>> Platform::make_window_like(const Window& window) {
  const auto native = surfaces_->make(*window.format_, window.shape_);
  if (!native) return native.error();
  auto made = std::make_unique<Window>(surfaces_, *window.format_, *native, window.shape_);
  if (window.srgb_) made->make_srgb();
  return made;
}

loaders::Result<std::unique_ptr<GlContext>> Platform::create_context(Window& window, const ContextRequest& request,
                                                                     const GlContext* share) {
  RestoreCurrent restore(surfaces_->video());
  std::unique_ptr<Window> stand_in;
  if (share) {
    if (auto current = make_share_current(*share, stand_in); !current) return std::move(current).error();
  } else {
    surfaces_->video().make_current(nullptr, nullptr);
  }
  auto context = try_context(window, request);
  if (!context) context = try_with_fewer_flags(window, request);
  if (!context) return loaders::Error{refusal(window, request, share != nullptr)};
  restore.forget();
  surfaces_->learn(*window.format_, context->gl(), request.api);
  if (share) context->live_.share = share->live_.number;
  keep_srgb(window, request.api);
  clear_once(window, &context->gl());
  tell_current(&window, &window, context->live_);
  return context;
}

// A new context shares with the current one. So `share` has to be current, on some window of its format.
loaders::Status Platform::make_share_current(const GlContext& share, std::unique_ptr<Window>& stand_in) {
  if (surfaces_->video().current_context() == share.native_) return {};
  const WindowShape shape = {.width = 1, .height = 1, .title = "", .visible = false};
  const auto native = surfaces_->make(*share.format_, shape);
  if (!native) return native.error();
  stand_in = std::make_unique<Window>(surfaces_, *share.format_, *native, shape);
  if (surfaces_->video().make_current(*native, share.native_)) return {};
  return loaders::Error{"the context to share with cannot be made current: " + surfaces_->video().take_error()};
}

// Returns null when the driver refuses. video().take_error() says why then, and what was current is still current.
std::unique_ptr<GlContext> Platform::try_context(Window& window, const ContextRequest& request) {
  RestoreCurrent restore(surfaces_->video());
  Video& video = surfaces_->video();
  const PixelFormat& format = window.format_->attributes;
  NativeContext native = nullptr;
  if (means_compatibility(request)) native = video.make_context(window.native_, format, with_compatibility(request));
  if (!native) native = video.make_context(window.native_, format, request);
  if (!native) return nullptr;
  std::unique_ptr<GlContext> context(new GlContext(surfaces_, native, *window.format_, request));
  if (context->table_ && context->version() >= request.version()) {
    restore.forget();
    return context;
  }
  video.set_error(fmt::format("it gives version \"{}\" instead", context->version_text()));
  return nullptr;
}

// Debug output and robustness do not change what is drawn. On a display OpenGL ES has no robustness,
// because SDL cannot ask for it.
std::unique_ptr<GlContext> Platform::try_with_fewer_flags(Window& window, const ContextRequest& request) {
  for (const bool debug : {request.debug, false}) {
    ContextRequest less = request;
    less.debug = debug;
    less.robust = false;
    if (less == request) continue;
    if (auto context = try_context(window, less)) {
      surfaces_->warn(fmt::format("no context of {}; using {}", to_string(request), to_string(less)));
      return context;
    }
  }
  return nullptr;
}

std::string Platform::refusal(Window& window, const ContextRequest& request, bool shares) {
  std::string text =
      fmt::format("the driver makes no context of {}: {}", to_string(request), surfaces_->video().take_error());
  const auto highest = highest_version(window, request.api, request.profile);
  if (!highest) {
    const auto any = highest_version(window, Api::kGl, Profile::kNone);
    return text + (any ? fmt::format("; it has none of that kind, only OpenGL {}.{}", any->major, any->minor) : "");
  }
  text += fmt::format("; it has {}", to_string(plain(request.api, *highest, request.profile)));
  if (shares && *highest >= request.version()) text += ", but not one that shares objects with the context asked for";
  return text;
}

std::optional<GlVersion> Platform::highest_version(Window& window, Api api, Profile profile) {
  const RestoreCurrent restore(surfaces_->video());
  surfaces_->video().make_current(nullptr, nullptr);
  for (const GlVersion& version : versions_of(api, profile)) {
    if (const auto context = try_context(window, plain(api, version, profile))) return context->version();
  }
  surfaces_->video().take_error();
  return std::nullopt;
}

// Clears a window before anything can read it. `fresh` has the functions of a context that was just made and is current
// on the window: clearing with it leaves no trace in its state. Without such a context the housekeeper clears the
// window.
void Platform::clear_once(Window& window, const GladGLContext* fresh) {
  if (window.cleared_) return;
  window.cleared_ = true;
  if (fresh) {
    clear_all(*fresh);
  } else {
    surfaces_->clear(window.native_, *window.format_);
  }
}

// Video knows of its own surface only.
bool Platform::bind(Window& window, NativeContext context) {
  return surfaces_->video().make_current(window.native_, context) && (!window.srgb_ || window.srgb_->make_current());
}

// On a display SDL asks for it. Desktop GL writes sRGB where the program switches it on, whatever the surface says.
void Platform::keep_srgb(Window& window, Api api) {
  if (window.shape_.srgb && !window.srgb_ && api != Api::kGl && is_headless()) window.make_srgb();
}

loaders::Status Platform::match_format(Window& window, const GlContext& context) {
  if (window.format_ == context.format_) return {};
  surfaces_->warn(fmt::format("a window with {} is used with a context for {}; it gets the latter",
                              to_string(window.format()), to_string(context.format())));
  if (surfaces_->video().current_surface() == window.native_) surfaces_->video().make_current(nullptr, nullptr);
  return window.rebuild(*context.format_, window.shape_);
}

loaders::Status Platform::make_current(Window* window, Window* read, const GlContext* context) {
  if (reads_elsewhere_)
    surfaces_->video().make_current(nullptr, nullptr);  // otherwise Video believes that nothing changes
  reads_elsewhere_ = false;
  if (!window || !context) {
    surfaces_->video().make_current(nullptr, nullptr);
    tell_current(nullptr, nullptr, {});
    return {};
  }
  if (auto matched = match_format(*window, *context); !matched) return matched;
  if (read && read != window) {
    if (auto matched = match_format(*read, *context); !matched) return matched;
  }
  keep_srgb(*window, context->api());
  clear_once(*window);
  if (read) clear_once(*read);
  if (!bind(*window, context->native_)) {
    return loaders::Error{"the context cannot be made current on its window: " + surfaces_->video().take_error()};
  }
  if (window->paced_ && !is_headless()) surfaces_->video().stop_pacing();
  window->paced_ = false;
  if (read && read != window) read_from(*read, *window, context->native_);
  tell_current(window, reads_elsewhere_ ? read : window, context->live_);
  return {};
}

// Precondition: the context is current on `window`.
void Platform::read_from(Window& read, Window& window, NativeContext context) {
  const auto egl = Egl::of_current();
  if (egl) {
    const EGLSurface drawn = egl->GetCurrentSurface(EGL_DRAW);
    bind(read, context);
    const EGLSurface source = egl->GetCurrentSurface(EGL_DRAW);
    bind(window, context);
    reads_elsewhere_ = egl->MakeCurrent(egl->display, drawn, source, context) == EGL_TRUE;
  }
  if (!reads_elsewhere_)
    surfaces_->warn("a context that reads from another window than it draws to reads from the latter");
}

const GladGLContext* Platform::make_plain_context_current(Window& window) {
  if (reads_elsewhere_) surfaces_->video().make_current(nullptr, nullptr);
  reads_elsewhere_ = false;
  clear_once(window);
  const GladGLContext* gl = surfaces_->keep_house(window.native_, *window.format_);
  if (gl && window.srgb_ && !window.srgb_->make_current()) return nullptr;
  if (gl) tell_current(&window, &window, {});
  return gl;
}

loaders::Status Platform::copy_color(Window& from, Window& to) {
  clear_once(from);
  const GladGLContext* gl = make_plain_context_current(to);
  if (gl && gl->BlitFramebuffer) read_from(from, to, to.format_->housekeeper);
  if (!reads_elsewhere_) return loaders::Error{"the driver cannot copy a window"};
  tell_current(&to, &from, {});
  gl->BlitFramebuffer(0, 0, from.width(), from.height(), 0, 0, to.width(), to.height(), GL_COLOR_BUFFER_BIT,
                      GL_NEAREST);
  gl->Finish();
  return {};
}

}  // namespace replay
