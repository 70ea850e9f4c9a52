// Canvases of a web page. A WebGL context and its drawing buffer have the same recorded number.
#include "replay/handlers/framebuffers/clear_state.h"
#include "replay/handlers/webgl/canvas_contents.h"
#include "replay/handlers/window_system/window_common.h"

namespace replay::handlers {
namespace {

// The size of a canvas in HTML when the page does not set one.
constexpr int kDefaultWidth = 300, kDefaultHeight = 150;

// The number of samples for "antialias". Browsers may choose any number.
constexpr int kSamples = 4;

struct CanvasAttributes {  // the defaults of WebGL
  bool alpha = true, depth = true, stencil = false, antialias = true, preserve = false;
};

PixelFormat format_of(const CanvasAttributes& attributes, bool headless) {
  PixelFormat format;
  format.alpha = attributes.alpha ? 8 : 0;
  format.depth = attributes.depth ? 24 : 0;
  format.stencil = attributes.stencil ? 8 : 0;
  // A window that keeps its contents needs to copy them back, which is not possible with samples.
  if (attributes.antialias && (headless || !attributes.preserve)) format.samples = kSamples;
  return format;
}

RecordedContext* create_canvas(Dispatcher& d, std::uint64_t canvas, const CanvasAttributes& attributes) {
  const PixelFormat format = format_of(attributes, d.window_system.is_headless());
  Drawable* drawable = d.window_system.drawable(canvas);
  if (drawable == nullptr) return nullptr;
  if (drawable->window) {  // a lost context was restored, which gives it a new drawing buffer as well
    d.window_system.release_current();
    d.context_changed();
    drawable->window.reset();
  }
  drawable->format = format;
  drawable->is_canvas = true;
  drawable->preserve = attributes.preserve;
  return d.window_system.add_context(canvas, kWebGl, format, 0);
}

// Clears the drawing buffer and keeps the state, as browsers do after they have shown it.
void clear_contents(Dispatcher& d, Drawable& drawable) {
  RecordedContext* context = d.window_system.visit(drawable);
  if (context == nullptr) return;
  const GladGLContext& gl = context->live->gl();
  const std::uint32_t framebuffer = context->map(Kind::kFramebuffer).find(context->draw_framebuffer);
  if (framebuffer != 0) gl.BindFramebuffer(GL_FRAMEBUFFER, 0);
  ClearState(gl).clear_all();
  if (framebuffer != 0) gl.BindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  d.window_system.restore_current();
}

}  // namespace

void replay_create_canvas(Dispatcher& d, const Call& call) {
  const auto flag = [&](std::size_t index) { return call.args[index].u != 0; };
  const CanvasAttributes attributes{flag(1), flag(2), flag(3), flag(4), flag(5)};
  if (create_canvas(d, call.args[0].u, attributes) == nullptr) d.skip(call, Skip::kBadValue);
}

void replay_bind_canvas(Dispatcher& d, const Call& call) {
  const std::uint64_t canvas = call.args[0].u;
  // A recording that began late does not show how the context was made.
  if (d.window_system.find_context(canvas) == nullptr && create_canvas(d, canvas, {}) == nullptr) {
    return d.skip(call, Skip::kBadValue);
  }
  Drawable* drawable = d.window_system.drawable(canvas);
  if (i32(call, 1) > 0 && i32(call, 2) > 0) d.window_system.set_size(*drawable, i32(call, 1), i32(call, 2));
  else if (drawable->width == 0) d.window_system.set_size(*drawable, kDefaultWidth, kDefaultHeight);
  make_current(d, call, canvas, 0, canvas);
}

void replay_present_canvases(Dispatcher& d, const Call& call) {
  for (const std::uint32_t canvas : call.args[2].array<std::uint32_t>()) {
    Drawable* drawable = d.window_system.find_drawable(canvas);
    if (drawable == nullptr || !drawable->window) continue;
    if (!drawable->preserve) {
      d.window_system.swap(*drawable);
      clear_contents(d, *drawable);
    } else if (d.window_system.is_headless()) {
      d.window_system.swap(*drawable);
    } else {
      swap_and_keep(d, *drawable);
    }
  }
}

void replay_unknown_object(Dispatcher& d, const Call& call) { d.skip(call, Skip::kUnknownName); }

}  // namespace replay::handlers
