#include "replay/observe/framebuffer_reader.h"

#include <glad/gl.h>

#include <algorithm>

#include "replay/observe/attachment.h"

namespace replay {
namespace {

std::uint32_t live_of(RecordedContext& context, Kind kind, std::uint32_t recorded) {
  return context.map(kind).find(recorded);
}

// Client memory, no row length, no skips; the context's own parameters come back at the end.
class PackState {
 public:
  PackState(const GladGLContext& gl, RecordedContext& context) : gl_(gl), context_(context) {
    if (buffer() != 0) gl_.BindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    set(PixelStore{});
  }
  ~PackState() {
    set(context_.pack);
    if (buffer() != 0) gl_.BindBuffer(GL_PIXEL_PACK_BUFFER, live_of(context_, Kind::kBuffer, buffer()));
  }
  PackState(const PackState&) = delete;
  PackState& operator=(const PackState&) = delete;

 private:
  std::uint32_t buffer() const { return context_.bound(BufferTarget::kPixelPack); }
  // Contexts that lack a parameter refuse it, which is muted; the recorded program cannot have set it there either.
  void set(const PixelStore& store) const {
    if (context_.pack == PixelStore{}) return;
    gl_.PixelStorei(GL_PACK_ALIGNMENT, store.alignment);
    gl_.PixelStorei(GL_PACK_ROW_LENGTH, store.row_length);
    gl_.PixelStorei(GL_PACK_SKIP_PIXELS, store.skip_pixels);
    gl_.PixelStorei(GL_PACK_SKIP_ROWS, store.skip_rows);
  }
  const GladGLContext& gl_;
  RecordedContext& context_;
};

// Binds a framebuffer (a live name) for reading. OpenGL ES 2 has one binding for both directions.
class ReadFramebuffer {
 public:
  ReadFramebuffer(const GladGLContext& gl, RecordedContext& context, std::uint32_t live)
      : gl_(gl), context_(context), target_(gl.BlitFramebuffer != nullptr ? GL_READ_FRAMEBUFFER : GL_FRAMEBUFFER) {
    if (gl_.BindFramebuffer != nullptr) gl_.BindFramebuffer(target_, live);
    if (gl_.ReadBuffer != nullptr) gl_.GetIntegerv(GL_READ_BUFFER, &read_buffer_);
  }
  ~ReadFramebuffer() {
    if (gl_.ReadBuffer != nullptr) gl_.ReadBuffer(static_cast<GLenum>(read_buffer_));
    const std::uint32_t recorded =
        target_ == GL_READ_FRAMEBUFFER ? context_.read_framebuffer : context_.draw_framebuffer;
    if (gl_.BindFramebuffer != nullptr) gl_.BindFramebuffer(target_, live_of(context_, Kind::kFramebuffer, recorded));
  }
  ReadFramebuffer(const ReadFramebuffer&) = delete;
  ReadFramebuffer& operator=(const ReadFramebuffer&) = delete;

  void read_from(std::uint32_t buffer) const {
    if (gl_.ReadBuffer != nullptr) gl_.ReadBuffer(buffer);
  }

 private:
  const GladGLContext& gl_;
  RecordedContext& context_;
  std::uint32_t target_;
  GLint read_buffer_ = 0;
};

Picture make_picture(int width, int height) {
  Picture picture{width, height, true, {}};
  picture.rgba.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4);
  return picture;
}

void widen_grey(Picture& picture, const std::vector<std::uint8_t>& grey) {
  for (std::size_t i = 0; i < grey.size(); ++i) {
    std::fill_n(&picture.rgba[4 * i], 3, grey[i]);
    picture.rgba[4 * i + 3] = 255;
  }
}

template <class T>
void clamp_integers(Picture& picture, const std::vector<T>& values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    picture.rgba[i] = static_cast<std::uint8_t>(std::clamp<T>(values[i], 0, 255));
  }
}

// Precondition: what is to be read is bound, and is not multisampled unless it is a window.
Picture read_pixels(const GladGLContext& gl, const AttachmentInfo& info) {
  Picture picture = make_picture(info.width, info.height);
  switch (info.content) {
    case AttachmentContent::kColor:
      gl.ReadPixels(0, 0, info.width, info.height, GL_RGBA, GL_UNSIGNED_BYTE, picture.rgba.data());
      break;
    case AttachmentContent::kSignedInteger: {
      std::vector<std::int32_t> values(picture.rgba.size());
      gl.ReadPixels(0, 0, info.width, info.height, GL_RGBA_INTEGER, GL_INT, values.data());
      clamp_integers(picture, values);
      break;
    }
    case AttachmentContent::kUnsignedInteger: {
      std::vector<std::uint32_t> values(picture.rgba.size());
      gl.ReadPixels(0, 0, info.width, info.height, GL_RGBA_INTEGER, GL_UNSIGNED_INT, values.data());
      clamp_integers(picture, values);
      break;
    }
    case AttachmentContent::kDepth: {
      std::vector<float> values(picture.rgba.size() / 4);
      gl.ReadPixels(0, 0, info.width, info.height, GL_DEPTH_COMPONENT, GL_FLOAT, values.data());
      std::vector<std::uint8_t> grey(values.size());
      std::transform(values.begin(), values.end(), grey.begin(),
                     [](float depth) { return static_cast<std::uint8_t>(std::clamp(depth, 0.0f, 1.0f) * 255 + 0.5f); });
      widen_grey(picture, grey);
      break;
    }
  }
  return picture;
}

// Samples cannot be read, only resolved: into a framebuffer of our own.
Picture read_resolved(const GladGLContext& gl, RecordedContext& context, const AttachmentInfo& info) {
  const bool depth = info.content == AttachmentContent::kDepth;
  GLuint framebuffer = 0, storage = 0;
  GLint old_renderbuffer = 0;
  gl.GetIntegerv(GL_RENDERBUFFER_BINDING, &old_renderbuffer);
  gl.GenRenderbuffers(1, &storage);
  gl.BindRenderbuffer(GL_RENDERBUFFER, storage);
  gl.RenderbufferStorage(GL_RENDERBUFFER, info.internal_format, info.width, info.height);
  gl.BindRenderbuffer(GL_RENDERBUFFER, static_cast<GLuint>(old_renderbuffer));
  gl.GenFramebuffers(1, &framebuffer);
  gl.BindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer);
  gl.FramebufferRenderbuffer(GL_DRAW_FRAMEBUFFER, depth ? info.attachment : GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, storage);
  const GLboolean scissor = gl.IsEnabled(GL_SCISSOR_TEST);
  gl.Disable(GL_SCISSOR_TEST);
  gl.BlitFramebuffer(0, 0, info.width, info.height, 0, 0, info.width, info.height,
                     depth ? GL_DEPTH_BUFFER_BIT : GL_COLOR_BUFFER_BIT, GL_NEAREST);
  if (scissor) gl.Enable(GL_SCISSOR_TEST);
  gl.BindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
  Picture picture = read_pixels(gl, info);
  gl.BindFramebuffer(GL_DRAW_FRAMEBUFFER, live_of(context, Kind::kFramebuffer, context.draw_framebuffer));
  gl.DeleteFramebuffers(1, &framebuffer);
  gl.DeleteRenderbuffers(1, &storage);
  return picture;
}

Picture read_window(Dispatcher& d, RecordedContext& context, const Drawable& drawable) {
  const GladGLContext& gl = context.live->gl();
  const PackState pack(gl, context);
  const ReadFramebuffer read(gl, context, 0);
  read.read_from(d.world.window_buffer(GL_BACK));
  return read_pixels(gl, {.width = drawable.window->width(), .height = drawable.window->height()});
}

}  // namespace

std::optional<Picture> read_drawable(Dispatcher& d, Drawable& drawable) {
  RecordedContext* context = d.world.visit(drawable);
  if (context == nullptr) return std::nullopt;
  std::optional<Picture> picture;
  {
    const GlErrors::Mute mute(d.errors, context->live->gl());
    picture = read_window(d, *context, drawable);
  }
  d.world.restore_current();
  return picture;
}

std::vector<std::uint32_t> read_depth(Dispatcher& d, Drawable& drawable) {
  RecordedContext* context = d.world.visit(drawable);
  if (context == nullptr) return {};
  const GladGLContext& gl = context->live->gl();
  const int width = drawable.window->width(), height = drawable.window->height();
  std::vector<std::uint32_t> depth(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  {
    const GlErrors::Mute mute(d.errors, gl);
    const PackState pack(gl, *context);
    const ReadFramebuffer read(gl, *context, 0);
    gl.ReadPixels(0, 0, width, height, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, depth.data());
  }
  d.world.restore_current();
  return depth;
}

std::optional<Picture> read_draw_framebuffer(Dispatcher& d) {
  RecordedContext* context = d.context;
  Drawable* drawable = d.world.current_drawable();
  if (context == nullptr) return std::nullopt;
  if (context->draw_framebuffer == 0) {
    return drawable != nullptr && drawable->window ? read_drawable(d, *drawable) : std::nullopt;
  }
  const GladGLContext& gl = *d.gl;
  const GlErrors::Mute mute(d.errors, gl);
  const PackState pack(gl, *context);
  const ReadFramebuffer read(gl, *context, live_of(*context, Kind::kFramebuffer, context->draw_framebuffer));
  const auto info = first_attachment(gl);
  if (!info) return std::nullopt;
  if (info->content != AttachmentContent::kDepth) read.read_from(info->attachment);
  return info->samples > 0 ? read_resolved(gl, *context, *info) : read_pixels(gl, *info);
}

}  // namespace replay
