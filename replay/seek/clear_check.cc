#include "replay/seek/clear_check.h"

#include <glad/gl.h>

#include <algorithm>
#include <array>
#include <optional>

#include "replay/base/window_size.h"
#include "replay/dispatch/asked.h"
#include "replay/dispatch/dispatcher.h"
#include "replay/readback/attachment.h"
#include "replay/seek/clear_state.h"

namespace replay {
namespace {

// All queries of this file. GL errors are muted while it lives.
class Driver {
 public:
  explicit Driver(Dispatcher& d) : d_(d), gl_(*d.gl), mute_(d.errors, *d.gl) {}

  bool is_on(GLenum capability) const { return gl_.IsEnabled(capability) == GL_TRUE; }

  // Whether a capability is on that old contexts lack. They refuse the query.
  bool may_be_on(GLenum capability) const { return is_on(capability) && !had_error(gl_); }

  // What limits a clear: the size of the window, or that of an image. Images of one framebuffer may differ in size,
  // and then all of it is as large as the smallest.
  std::optional<WindowSize> size() const {
    if (d_.context->draw_framebuffer == 0) {
      const Drawable* drawable = d_.window_system.current_drawable();
      if (drawable == nullptr || !drawable->window) return std::nullopt;
      return WindowSize{drawable->window->width(), drawable->window->height()};
    }
    const auto image = first_attachment(gl_);
    if (!image) return std::nullopt;
    return WindowSize{image->width, image->height};
  }

  bool box_covers_all() const {
    std::array<GLint, 4> box{};
    gl_.GetIntegerv(GL_SCISSOR_BOX, box.data());
    const auto all = size();
    return all && box[0] <= 0 && box[1] <= 0 && std::int64_t{box[0]} + box[2] >= all->width &&
           std::int64_t{box[1]} + box[3] >= all->height;
  }

  bool writes_colors() const {
    if (gl_.GetBooleani_v == nullptr)
      return mask_is_open([&](GLboolean* mask) { gl_.GetBooleanv(GL_COLOR_WRITEMASK, mask); });
    const auto buffers = static_cast<GLuint>(std::clamp(integer(gl_, GL_MAX_DRAW_BUFFERS), 1, 32));
    for (GLuint buffer = 0; buffer < buffers; ++buffer) {
      if (!mask_is_open([&](GLboolean* mask) { gl_.GetBooleani_v(GL_COLOR_WRITEMASK, buffer, mask); })) return false;
    }
    return true;
  }

  bool writes_depth() const { return integer(gl_, GL_DEPTH_WRITEMASK) != 0; }
  bool writes_stencils() const {
    constexpr std::uint32_t kEveryBit = 0xff;
    return (static_cast<std::uint32_t>(integer(gl_, GL_STENCIL_WRITEMASK)) & kEveryBit) == kEveryBit;
  }

  bool renders() const {
    const auto mode = answer_to(gl_, GL_RENDER_MODE);  // contexts without selection refuse it
    had_error(gl_);
    return !mode || *mode == GL_RENDER;
  }

 private:
  template <class Ask>
  static bool mask_is_open(Ask&& ask) {
    std::array<GLboolean, 4> mask{};
    ask(mask.data());
    return std::ranges::all_of(mask, [](GLboolean channel) { return channel == GL_TRUE; });
  }

  Dispatcher& d_;
  const GladGLContext& gl_;
  GlErrors::Mute mute_;
};

}  // namespace

bool clears_everything(Dispatcher& dispatcher, std::uint8_t planes) {
  if (dispatcher.context == nullptr || dispatcher.gl == nullptr || is_inside_begin(dispatcher)) return false;
  // Clears obey conditional rendering, and GL does not tell whether it is active.
  if (dispatcher.context->may_be_conditional || dispatcher.context->group->lists_are_conditional) return false;
  const Driver driver(dispatcher);
  return driver.renders() && !driver.may_be_on(GL_RASTERIZER_DISCARD) &&
         (!driver.is_on(GL_SCISSOR_TEST) || driver.box_covers_all()) &&
         ((planes & kColorPlane) == 0 || driver.writes_colors()) &&
         ((planes & kDepthPlane) == 0 || driver.writes_depth()) &&
         ((planes & kStencilPlane) == 0 || driver.writes_stencils());
}

}  // namespace replay
