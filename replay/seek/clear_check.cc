#include "replay/seek/clear_check.h"

#include <glad/gl.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <vector>

#include "replay/base/window_size.h"
#include "replay/calls/call_argument.h"
#include "replay/dispatch/asked.h"
#include "replay/dispatch/dispatcher.h"
#include "replay/readback/attachment.h"
#include "replay/readback/no_scissor.h"
#include "replay/readback/texture_reader.h"
#include "replay/seek/clear_state.h"

namespace replay {
namespace {

std::optional<WindowSize> size_of_window(const Dispatcher& d) {
  const Drawable* drawable = d.window_system.current_drawable();
  if (drawable == nullptr || !drawable->window) return std::nullopt;
  return WindowSize{drawable->window->width(), drawable->window->height()};
}

// Whether a level of a bound texture has stencils. Contexts that lack such textures refuse the query. GL errors are
// muted.
bool has_stencils(const GladGLContext& gl, GLenum image, GLint level) {
  if (gl.GetTexLevelParameteriv == nullptr) return false;
  GLint bits = 0;
  gl.GetTexLevelParameteriv(image, level, GL_TEXTURE_STENCIL_SIZE, &bits);
  return !had_error(gl) && bits != 0;
}

// All queries of this file. GL errors are muted while it lives.
class Driver {
 public:
  explicit Driver(Dispatcher& d) : d_(d), gl_(*d.gl), mute_(d.errors, *d.gl) {}

  // What limits a clear: the size of the window, or that of an image. Images of one framebuffer may differ in size,
  // and then all of it is as large as the smallest.
  std::optional<WindowSize> size() const {
    if (d_.context->draw_framebuffer == 0) return size_of_window(d_);
    const auto image = first_attachment(gl_);
    if (!image) return std::nullopt;
    return WindowSize{image->width, image->height};
  }

  // Whether no scissor box keeps a pixel in the area, which is everything when it is empty.
  bool writes_in(const Area& area) const {
    const auto all = size();
    if (!area.is_empty() && (!all || all->width > area.width || all->height > area.height)) return false;
    if (!is_on(gl_, GL_SCISSOR_TEST)) return true;
    if (!all) return false;
    const ClearBox whole{0, 0, all->width, all->height}, wanted = area.is_empty() ? whole : area.box.common_with(whole);
    std::array<GLint, 4> box{};
    gl_.GetIntegerv(GL_SCISSOR_BOX, box.data());
    return wanted.is_empty() ||
           (box[0] <= wanted.left && box[1] <= wanted.bottom && std::int64_t{box[0]} + box[2] >= wanted.right &&
            std::int64_t{box[1]} + box[3] >= wanted.top);
  }

  // A clear clears what all images have in common.
  bool is_of_one_size() const {
    if (d_.context->draw_framebuffer == 0) return true;
    const auto images = all_attachments(gl_);
    return !images.empty() && std::ranges::all_of(images, [&](const AttachmentInfo& each) {
      return !each.is_layered && each.width == images[0].width && each.height == images[0].height;
    });
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

  // Whether what is drawn becomes pixels.
  bool renders() const {
    if (is_on(gl_, GL_RASTERIZER_DISCARD)) return false;
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

// Clears obey conditional rendering, and GL does not tell whether it is active.
bool may_be_conditional(const Dispatcher& d) {
  return d.context->may_be_conditional || d.context->group->lists_are_conditional;
}

bool can_be_asked(Dispatcher& d) {
  return d.context != nullptr && d.gl != nullptr && !is_inside_begin(d) && !may_be_conditional(d);
}

bool is_within(const ClearBox& box, const ClearBox& all) { return box.common_with(all) == box; }

// The rectangle of a blit whose first corner is argument `first`. Its corners may be any two that lie opposite.
ClearBox rectangle_of(const loaders::Call& blit, std::size_t first) {
  const auto at = [&](std::size_t i) { return gl_signed(blit, first + i); };
  return {std::min(at(0), at(2)), std::min(at(1), at(3)), std::max(at(0), at(2)), std::max(at(1), at(3))};
}

bool is_same_surface(const AttachmentInfo& a, const AttachmentInfo& b) {
  return a.texture == b.texture && a.renderbuffer == b.renderbuffer && a.level == b.level && a.layer == b.layer;
}

// Whether each of the images has a pixel everywhere in the box.
bool all_hold(std::span<const AttachmentInfo> images, const ClearBox& box) {
  return std::ranges::all_of(images, [&](const AttachmentInfo& each) {
    return !each.is_layered && is_within(box, {0, 0, each.width, each.height});
  });
}

// What the framebuffer that is bound for reading has attached. GL errors are muted.
std::vector<AttachmentInfo> attachments_to_read(const GladGLContext& gl) {
  const auto drawn = static_cast<GLuint>(integer(gl, GL_DRAW_FRAMEBUFFER_BINDING));
  gl.BindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(integer(gl, GL_READ_FRAMEBUFFER_BINDING)));
  auto found = all_attachments(gl);
  gl.BindFramebuffer(GL_DRAW_FRAMEBUFFER, drawn);
  return found;
}

// The size of the level that the call names by a texture, its target and the level, from argument `first` on. No value
// where it is compressed: such an image is copied by blocks. GL errors are muted.
std::optional<WindowSize> named_level(const Dispatcher& d, const loaders::Call& call, std::size_t first) {
  const GladGLContext& gl = *d.gl;
  const std::uint32_t live = d.context->map(Kind::kTexture).find(gl_number(call, first));
  if (live == 0 || gl.GetTexLevelParameteriv == nullptr) return std::nullopt;
  const AskedTexture texture(gl, live);
  const GLenum target = gl_number(call, first + 1);
  if (texture.target() == nullptr || texture.target()->target != target) return std::nullopt;
  const GLint level = gl_signed(call, first + 2);
  GLint is_compressed = 0;
  gl.GetTexLevelParameteriv(target, level, GL_TEXTURE_COMPRESSED, &is_compressed);
  const WindowSize size = size_of_level(gl, target, level);
  return is_compressed != 0 || !size.is_set() ? std::nullopt : std::optional(size);
}

// Without an image to read a plane from, a blit leaves the plane as it is, and this is no error.
bool has_planes(const GladGLContext& gl, std::span<const AttachmentInfo> images, std::uint8_t planes) {
  const auto read_buffer = static_cast<std::uint32_t>(integer(gl, GL_READ_BUFFER));
  const auto has = [&](std::uint32_t attachment) {
    return std::ranges::find(images, attachment, &AttachmentInfo::attachment) != images.end();
  };
  return ((planes & kColorPlane) == 0 || has(read_buffer)) &&
         ((planes & kDepthPlane) == 0 || has(GL_DEPTH_ATTACHMENT)) &&
         ((planes & kStencilPlane) == 0 || has(GL_STENCIL_ATTACHMENT));
}

}  // namespace

bool clears_everything(Dispatcher& dispatcher, std::uint8_t planes) {
  return clears_as_guessed(dispatcher, {.planes = planes});
}

bool writes_all_colors(Dispatcher& dispatcher) {
  const NoScissor all(*dispatcher.gl);
  return clears_everything(dispatcher, kColorPlane);
}

bool clears_as_guessed(Dispatcher& dispatcher, const GuessedClear& guess) {
  if (!can_be_asked(dispatcher)) return false;
  const Driver driver(dispatcher);
  return driver.renders() && driver.writes_in(guess.area) && (!guess.is_shared || driver.is_of_one_size()) &&
         ((guess.planes & kColorPlane) == 0 || driver.writes_colors()) &&
         ((guess.planes & kDepthPlane) == 0 || driver.writes_depth()) &&
         ((guess.planes & kStencilPlane) == 0 || driver.writes_stencils());
}

bool copies_as_guessed(Dispatcher& dispatcher, const loaders::Call& copy, const GuessedClear& guess) {
  if (!can_be_asked(dispatcher) || guess.area.is_empty()) return false;
  const GlErrors::Mute mute(dispatcher.errors, *dispatcher.gl);
  const GladGLContext& gl = *dispatcher.gl;
  const GLenum image = gl_number(copy, 0);
  const GLint level = gl_signed(copy, 1);
  const WindowSize to = size_of_level(gl, image, level);
  // Mesa copies depths alone to a texture that has stencils, too.
  if (!to.is_set() || to.width > guess.area.width || to.height > guess.area.height || has_stencils(gl, image, level))
    return false;
  const std::size_t place = copy.function == glbindings::FunctionId::glCopyTexImage2D ? 3 : 4;
  const int x = gl_signed(copy, place), y = gl_signed(copy, place + 1);
  const ClearBox read{x, y, x + guess.area.box.right - guess.area.box.left,
                      y + guess.area.box.top - guess.area.box.bottom};
  if (dispatcher.context->read_framebuffer == 0) {
    const auto window = size_of_window(dispatcher);
    return window && is_within(read, {0, 0, window->width, window->height});
  }
  const auto from = attachments_to_read(gl);
  return !from.empty() && all_hold(from, read);
}

bool copies_between_as_guessed(Dispatcher& dispatcher, const loaders::Call& copy, const GuessedClear& guess) {
  if (!can_be_asked(dispatcher) || guess.area.is_empty()) return false;
  const GlErrors::Mute mute(dispatcher.errors, *dispatcher.gl);
  const GladGLContext& gl = *dispatcher.gl;
  if (gl_number(copy, 1) != GL_RENDERBUFFER && !named_level(dispatcher, copy, 0)) return false;
  const auto to = named_level(dispatcher, copy, 6);
  return to && to->width <= guess.area.width && to->height <= guess.area.height && !had_error(gl);
}

bool blits_everything(Dispatcher& dispatcher, const loaders::Call& blit, std::uint8_t planes) {
  if (!can_be_asked(dispatcher) || dispatcher.context->read_framebuffer == 0) return false;
  const Driver driver(dispatcher);
  const auto size = driver.size();
  if (!size || !driver.renders() || !driver.writes_in({}) || !driver.is_of_one_size()) return false;
  const GladGLContext& gl = *dispatcher.gl;
  const bool is_window = dispatcher.context->draw_framebuffer == 0;
  const auto to = is_window ? std::vector<AttachmentInfo>() : all_attachments(gl), from = attachments_to_read(gl);
  const auto is_read = [&](const AttachmentInfo& written) {
    return std::ranges::any_of(from, [&](const AttachmentInfo& each) { return is_same_surface(each, written); });
  };
  return !from.empty() && has_planes(gl, from, planes) && std::ranges::none_of(to, is_read) &&
         all_hold(from, rectangle_of(blit, 0)) && is_within({0, 0, size->width, size->height}, rectangle_of(blit, 4));
}

}  // namespace replay
