#include "replay/readback/framebuffer_reader.h"

#include <glad/gl.h>

#include <algorithm>
#include <cstring>
#include <initializer_list>
#include <iterator>

#include "replay/dispatch/asked.h"
#include "replay/dispatch/pack_state.h"
#include "replay/readback/attachment.h"
#include "replay/readback/mirrored_framebuffer.h"
#include "replay/readback/no_scissor.h"
#include "replay/readback/texture_reader.h"

namespace replay {
namespace {

// Binds a framebuffer (a live name) for reading. OpenGL ES 2 has one binding for both directions.
class ReadFramebuffer {
 public:
  ReadFramebuffer(const GladGLContext& gl, std::uint32_t live)
      : gl_(gl),
        target_(gl.BlitFramebuffer != nullptr ? GL_READ_FRAMEBUFFER : GL_FRAMEBUFFER) {
    if (gl_.BindFramebuffer != nullptr) {
      const GLenum binding = target_ == GL_READ_FRAMEBUFFER ? GL_READ_FRAMEBUFFER_BINDING : GL_FRAMEBUFFER_BINDING;
      bound_ = static_cast<GLuint>(answer_to(gl_, binding).value_or(0));
      gl_.BindFramebuffer(target_, live);
    }
    if (gl_.ReadBuffer != nullptr) gl_.GetIntegerv(GL_READ_BUFFER, &read_buffer_);
  }
  ~ReadFramebuffer() {
    if (gl_.ReadBuffer != nullptr) gl_.ReadBuffer(static_cast<GLenum>(read_buffer_));
    if (gl_.BindFramebuffer != nullptr) gl_.BindFramebuffer(target_, bound_);
  }
  ReadFramebuffer(const ReadFramebuffer&) = delete;
  ReadFramebuffer& operator=(const ReadFramebuffer&) = delete;

  void read_from(std::uint32_t buffer) const {
    if (gl_.ReadBuffer != nullptr) gl_.ReadBuffer(buffer);
  }

 private:
  const GladGLContext& gl_;
  std::uint32_t target_;
  GLuint bound_ = 0;
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
    case AttachmentContent::kStencil: {
      std::vector<std::uint8_t> grey(picture.rgba.size() / 4);
      gl.ReadPixels(0, 0, info.width, info.height, GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, grey.data());
      widen_grey(picture, grey);
      break;
    }
  }
  return picture;
}

using Form = AttachmentImage::Form;

Form form_of(const AttachmentInfo& info) {
  switch (info.content) {
    case AttachmentContent::kSignedInteger: return Form::kRgbaI32;
    case AttachmentContent::kUnsignedInteger: return Form::kRgbaU32;
    case AttachmentContent::kDepth: return Form::kDepthF32;
    case AttachmentContent::kStencil: return Form::kStencil8;
    case AttachmentContent::kColor: break;
  }
  return info.is_float ? Form::kRgbaF32 : Form::kRgba8;
}

// Same precondition as read_pixels().
AttachmentImage read_raw(const GladGLContext& gl, const AttachmentInfo& info) {
  AttachmentImage image{.name = "", .width = info.width, .height = info.height, .form = form_of(info), .bytes = {}};
  const PixelTransfer raw = transfer_of(image.form);
  image.bytes.resize(static_cast<std::size_t>(info.width) * static_cast<std::size_t>(info.height) * raw.bytes);
  gl.ReadPixels(0, 0, info.width, info.height, raw.format, raw.type, image.bytes.data());
  return image;
}

std::uint32_t blit_mask(AttachmentContent content) {
  switch (content) {
    case AttachmentContent::kDepth: return GL_DEPTH_BUFFER_BIT;
    case AttachmentContent::kStencil: return GL_STENCIL_BUFFER_BIT;
    default: return GL_COLOR_BUFFER_BIT;
  }
}

// Samples cannot be read, only resolved: into a framebuffer of our own, of which `read` then reads.
template <class Read>
auto read_resolved(const GladGLContext& gl, const AttachmentInfo& info, Read read) {
  const bool color = blit_mask(info.content) == GL_COLOR_BUFFER_BIT;
  GLuint framebuffer = 0, storage = 0;
  GLint old_renderbuffer = 0, drawn = 0;
  gl.GetIntegerv(GL_RENDERBUFFER_BINDING, &old_renderbuffer);
  gl.GetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &drawn);
  gl.GenRenderbuffers(1, &storage);
  gl.BindRenderbuffer(GL_RENDERBUFFER, storage);
  gl.RenderbufferStorage(GL_RENDERBUFFER, info.internal_format, info.width, info.height);
  gl.BindRenderbuffer(GL_RENDERBUFFER, static_cast<GLuint>(old_renderbuffer));
  gl.GenFramebuffers(1, &framebuffer);
  gl.BindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer);
  gl.FramebufferRenderbuffer(GL_DRAW_FRAMEBUFFER, color ? GL_COLOR_ATTACHMENT0 : info.attachment, GL_RENDERBUFFER,
                             storage);
  {
    const NoScissor all(gl);
    gl.BlitFramebuffer(0, 0, info.width, info.height, 0, 0, info.width, info.height, blit_mask(info.content),
                       GL_NEAREST);
  }
  gl.BindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
  auto result = read(gl, info);
  gl.BindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(drawn));
  gl.DeleteFramebuffers(1, &framebuffer);
  gl.DeleteRenderbuffers(1, &storage);
  return result;
}

Picture read_window(Dispatcher& d, RecordedContext& context, const Drawable& drawable) {
  const GladGLContext& gl = context.live->gl();
  const PackState pack(gl);
  const ReadFramebuffer read(gl, 0);
  read.read_from(d.window_system.window_buffer(GL_BACK));
  return read_pixels(gl, {.width = drawable.window->width(), .height = drawable.window->height()});
}

std::string name_of(const AttachmentInfo& info) {
  if (info.content == AttachmentContent::kDepth) return "depth";
  if (info.content == AttachmentContent::kStencil) return "stencil";
  return "color " + std::to_string(info.attachment - GL_COLOR_ATTACHMENT0);
}

// While a list is compiled there are only the colours.
std::vector<AttachmentImage> read_window_images_beside(Dispatcher& d, Drawable& drawable) {
  AttachmentImage image{.name = "window color",
                        .width = drawable.width,
                        .height = drawable.height,
                        .form = Form::kRgba8,
                        .bytes = d.window_system.colors(drawable)};
  for (std::size_t i = 3; i < image.bytes.size(); i += 4) image.bytes[i] = 255;
  return {image};
}

std::vector<AttachmentImage> read_window_images(Dispatcher& d, RecordedContext& context, Drawable& drawable) {
  if (context.compiled_list != 0) return read_window_images_beside(d, drawable);
  const GladGLContext& gl = context.live->gl();
  AttachmentInfo info{.width = drawable.window->width(), .height = drawable.window->height()};
  std::vector<AttachmentImage> images;
  const auto add = [&](AttachmentContent content, const char* name) {
    d.window_system.visit(drawable, content == AttachmentContent::kColor ? WindowSystem::ReadFrom::kPicture
                                                                         : WindowSystem::ReadFrom::kDrawn);
    const PackState pack(gl);
    const ReadFramebuffer read(gl, 0);
    read.read_from(d.window_system.window_buffer(GL_BACK));
    info.content = content;
    images.push_back(read_raw(gl, info));
    images.back().name = name;
    d.window_system.restore_current();
  };
  add(AttachmentContent::kColor, "window color");
  // A window shows no alpha, and md5_of_rgb() knows none.
  for (std::size_t i = 3; i < images[0].bytes.size(); i += 4) images[0].bytes[i] = 255;
  if (context.live->api() != Api::kGl) return images;
  if (context.live->format().depth > 0) add(AttachmentContent::kDepth, "window depth");
  if (context.live->format().stencil > 0) add(AttachmentContent::kStencil, "window stencil");
  return images;
}

// All layers of what is attached as a whole. False: they cannot be read.
bool add_layers(const GladGLContext& gl, const AttachmentInfo& info, std::vector<AttachmentImage>& images) {
  if (info.content == AttachmentContent::kStencil) return false;
  const AskedTexture texture(gl, info.texture);
  if (texture.target() == nullptr) return false;
  std::vector<AttachmentImage> layers = read_levels(gl, *texture.target(), name_of(info), info.level, 1);
  for (AttachmentImage& layer : layers) layer.holder = {.texture = info.texture, .level = info.level};
  std::move(layers.begin(), layers.end(), std::back_inserter(images));
  return !layers.empty();
}

std::uint32_t drawn_framebuffer(const GladGLContext& gl) {
  return static_cast<std::uint32_t>(answer_to(gl, GL_DRAW_FRAMEBUFFER_BINDING).value_or(0));
}

// Whether the program's own context is in no state for reading what it draws into: what that sets would be written into
// the list which is compiled, and a conditional render may drop the blit that resolves samples.
bool needs_another_context(const GladGLContext& gl, const RecordedContext& context) {
  const bool may_be_conditional = context.may_be_conditional || context.group->lists_are_conditional;
  return context.compiled_list != 0 || (may_be_conditional && answer_to(gl, GL_SAMPLES).value_or(0) > 0);
}

// read(functions of the context that is current) while the program's framebuffer object is bound there for drawing, or
// one like it.
template <class Read>
void read_object(Dispatcher& d, Read&& read) {
  if (!needs_another_context(*d.gl, *d.context)) return read(*d.gl);
  const MirroredFramebuffer mirror(*d.gl);
  const GladGLContext* other = d.window_system.visit_beside();
  if (other == nullptr) return;
  mirror.visit(*other, read);
  d.window_system.restore_current();
}

std::vector<AttachmentImage> read_object_images(const GladGLContext& gl, bool reads_depth) {
  const PackState pack(gl);
  const std::uint32_t framebuffer = drawn_framebuffer(gl);
  const ReadFramebuffer read(gl, framebuffer);
  std::vector<AttachmentImage> images;
  for (const AttachmentInfo& info : all_attachments(gl)) {
    const bool color = blit_mask(info.content) == GL_COLOR_BUFFER_BIT;
    if (!color && !reads_depth) continue;
    if (info.is_layered && add_layers(gl, info, images)) continue;
    if (color) read.read_from(info.attachment);
    images.push_back(info.samples > 0 ? read_resolved(gl, info, read_raw) : read_raw(gl, info));
    images.back().name = name_of(info);
    images.back().holder = {info.texture, info.renderbuffer, info.level, info.layer};
    // Resolving leaves nothing bound for reading.
    gl.BindFramebuffer(gl.BlitFramebuffer != nullptr ? GL_READ_FRAMEBUFFER : GL_FRAMEBUFFER, framebuffer);
  }
  return images;
}

std::optional<Picture> read_first_attachment(const GladGLContext& gl) {
  const PackState pack(gl);
  const ReadFramebuffer read(gl, drawn_framebuffer(gl));
  const auto info = first_attachment(gl);
  if (!info) return std::nullopt;
  if (info->content != AttachmentContent::kDepth) read.read_from(info->attachment);
  return info->samples > 0 ? read_resolved(gl, *info, read_pixels) : read_pixels(gl, *info);
}

bool draws_one_buffer(const GladGLContext& gl) {
  if (gl.DrawBuffers == nullptr) return true;
  const GLint buffers = answer_to(gl, GL_MAX_DRAW_BUFFERS).value_or(1);
  for (GLint i = 0; i < buffers; ++i) {
    const GLint buffer = answer_to(gl, static_cast<GLenum>(GL_DRAW_BUFFER0 + i)).value_or(GL_NONE);
    if ((buffer != GL_NONE) != (i == 0)) return false;
  }
  return true;
}

// Whether read_raw() loses nothing of what is attached there. Contexts that cannot tell the sizes have no larger ones.
bool is_read_exactly(const GladGLContext& gl, GLenum attachment) {
  constexpr GLint kMost = 8;
  const auto parameter = [&](GLenum name) {
    GLint value = 0;
    if (gl.GetFramebufferAttachmentParameteriv == nullptr) return value;
    gl.GetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, attachment, name, &value);
    return had_error(gl) ? 0 : value;
  };
  const GLint type = parameter(GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE);
  if (type != 0 && type != GL_UNSIGNED_NORMALIZED) return false;
  return std::ranges::all_of(
      std::initializer_list<GLenum>{GL_FRAMEBUFFER_ATTACHMENT_RED_SIZE, GL_FRAMEBUFFER_ATTACHMENT_GREEN_SIZE,
                                    GL_FRAMEBUFFER_ATTACHMENT_BLUE_SIZE, GL_FRAMEBUFFER_ATTACHMENT_ALPHA_SIZE},
      [&](GLenum size) { return parameter(size) <= kMost; });
}

template <class T>
std::vector<T> values_of(const AttachmentImage& image) {
  std::vector<T> values(image.bytes.size() / sizeof(T));
  std::memcpy(values.data(), image.bytes.data(), values.size() * sizeof(T));
  return values;
}

// NaN is black.
std::uint8_t unit_to_byte(float value) {
  return value > 0 ? static_cast<std::uint8_t>(std::min(value, 1.0f) * 255 + 0.5f) : 0;
}

}  // namespace

PixelTransfer transfer_of(Form form) {
  switch (form) {
    case Form::kRgbaI32: return {GL_RGBA_INTEGER, GL_INT, 16};
    case Form::kRgbaU32: return {GL_RGBA_INTEGER, GL_UNSIGNED_INT, 16};
    case Form::kRgbaF32: return {GL_RGBA, GL_FLOAT, 16};
    case Form::kDepthF32: return {GL_DEPTH_COMPONENT, GL_FLOAT, 4};
    case Form::kStencil8: return {GL_STENCIL_INDEX, GL_UNSIGNED_BYTE, 1};
    case Form::kRgba8:
    case Form::kBytes: break;
  }
  return {GL_RGBA, GL_UNSIGNED_BYTE, 4};
}

std::vector<AttachmentImage> read_attachments(Dispatcher& d) {
  RecordedContext* context = d.context;
  Drawable* drawable = d.window_system.current_drawable();
  if (context == nullptr || (context->draw_framebuffer == 0 && (drawable == nullptr || !drawable->window))) return {};
  const GlErrors::Mute mute(d.errors, *d.gl);
  if (context->draw_framebuffer == 0) return read_window_images(d, *context, *drawable);
  std::vector<AttachmentImage> images;
  read_object(d, [&](const GladGLContext& gl) { images = read_object_images(gl, context->live->api() == Api::kGl); });
  return images;
}

namespace {

bool is_small(int width, int height) {
  constexpr std::int64_t kMostPixels = std::int64_t{1} << 24;
  return std::int64_t{width} * height <= kMostPixels;
}

// The colours of the window that the current context draws into.
std::optional<AttachmentInfo> small_window(const Dispatcher& d) {
  const Drawable* drawable = d.window_system.current_drawable();
  if (drawable == nullptr || !drawable->window) return std::nullopt;
  const AttachmentInfo window{.width = drawable->window->width(), .height = drawable->window->height()};
  return is_small(window.width, window.height) ? std::optional(window) : std::nullopt;
}

}  // namespace

std::optional<AttachmentImage> read_drawn_colors(Dispatcher& d) {
  if (d.context == nullptr) return std::nullopt;
  const GladGLContext& gl = *d.gl;
  const GlErrors::Mute mute(d.errors, gl);
  if (answer_to(gl, GL_SAMPLES).value_or(0) > 0 || !draws_one_buffer(gl)) return std::nullopt;
  const PackState pack(gl);
  const ReadFramebuffer read(gl, drawn_framebuffer(gl));
  if (d.context->draw_framebuffer == 0) {
    const GLenum buffer = d.context->live->api() == Api::kGl ? GL_BACK_LEFT : GL_BACK;
    const auto window = small_window(d);
    if (!window || !is_read_exactly(gl, buffer)) return std::nullopt;
    read.read_from(d.window_system.window_buffer(GL_BACK));
    return read_raw(gl, *window);
  }
  const auto info = first_attachment(gl);
  if (!info || info->content != AttachmentContent::kColor || info->is_layered || !is_small(info->width, info->height) ||
      !(info->is_float || is_read_exactly(gl, info->attachment)))
    return std::nullopt;
  read.read_from(info->attachment);
  return read_raw(gl, *info);
}

namespace {

// `content` is depth or stencil.
std::optional<AttachmentImage> read_drawn(Dispatcher& d, AttachmentContent content) {
  if (d.context == nullptr || d.context->live->api() != Api::kGl) return std::nullopt;
  const GladGLContext& gl = *d.gl;
  const GlErrors::Mute mute(d.errors, gl);
  if (answer_to(gl, GL_SAMPLES).value_or(0) > 0) return std::nullopt;
  const PackState pack(gl);
  const ReadFramebuffer read(gl, drawn_framebuffer(gl));
  if (d.context->draw_framebuffer == 0) {
    auto window = small_window(d);
    const PixelFormat& format = d.context->live->format();
    if (!window || (content == AttachmentContent::kStencil ? format.stencil : format.depth) == 0) return std::nullopt;
    window->content = content;
    return read_raw(gl, *window);
  }
  const auto images = all_attachments(gl);
  const auto wanted = std::ranges::find(images, content, &AttachmentInfo::content);
  const bool is_of_one_size = std::ranges::all_of(images, [&](const AttachmentInfo& each) {
    return !each.is_layered && each.width == images[0].width && each.height == images[0].height;
  });
  if (wanted == images.end() || !is_of_one_size || !is_small(images[0].width, images[0].height)) return std::nullopt;
  return read_raw(gl, *wanted);
}

}  // namespace

std::optional<AttachmentImage> read_drawn_stencils(Dispatcher& d) { return read_drawn(d, AttachmentContent::kStencil); }

std::optional<AttachmentImage> read_drawn_depths(Dispatcher& d) { return read_drawn(d, AttachmentContent::kDepth); }

DrawsInto::DrawsInto(Dispatcher& d, std::uint32_t framebuffer)
    : dispatcher_(d),
      wanted_(framebuffer),
      bound_(d.context != nullptr ? d.context->draw_framebuffer : framebuffer) {
  if (wanted_ != bound_) bind(wanted_);
}

DrawsInto::~DrawsInto() {
  if (wanted_ != bound_) bind(bound_);
}

void DrawsInto::bind(std::uint32_t recorded) {
  const GladGLContext& gl = *dispatcher_.gl;
  if (gl.BindFramebuffer == nullptr) return;
  RecordedContext& context = *dispatcher_.context;
  const GlErrors::Mute mute(dispatcher_.errors, gl);
  context.draw_framebuffer = recorded;
  gl.BindFramebuffer(GL_DRAW_FRAMEBUFFER, live_of(context, Kind::kFramebuffer, recorded));
}

std::vector<AttachmentImage> read_attachments(Dispatcher& d, std::uint32_t framebuffer) {
  if (d.context == nullptr || d.gl->BindFramebuffer == nullptr) return {};
  const DrawsInto target(d, framebuffer);
  return read_attachments(d);
}

Picture to_picture(const AttachmentImage& image) {
  Picture picture = make_picture(image.width, image.height);
  switch (image.form) {
    case Form::kRgba8: picture.rgba = image.bytes; break;
    case Form::kRgbaI32: clamp_integers(picture, values_of<std::int32_t>(image)); break;
    case Form::kRgbaU32: clamp_integers(picture, values_of<std::uint32_t>(image)); break;
    case Form::kRgbaF32: {
      const auto values = values_of<float>(image);
      std::transform(values.begin(), values.end(), picture.rgba.begin(), unit_to_byte);
      break;
    }
    case Form::kDepthF32: {
      const auto values = values_of<float>(image);
      std::vector<std::uint8_t> grey(values.size());
      std::transform(values.begin(), values.end(), grey.begin(), unit_to_byte);
      widen_grey(picture, grey);
      break;
    }
    case Form::kStencil8:
    case Form::kBytes: widen_grey(picture, image.bytes); break;
  }
  return picture;
}

namespace {

std::optional<Picture> read_drawable_as(Dispatcher& d, Drawable& drawable, WindowSystem::ReadFrom from) {
  RecordedContext* context = d.window_system.visit(drawable, from);
  if (context == nullptr) return std::nullopt;
  if (context->compiled_list != 0) {
    d.window_system.restore_current();
    return Picture{drawable.window->width(), drawable.window->height(), true, d.window_system.colors(drawable, from)};
  }
  std::optional<Picture> picture;
  {
    const GlErrors::Mute mute(d.errors, context->live->gl(), context->handle);
    picture = read_window(d, *context, drawable);
  }
  d.window_system.restore_current();
  return picture;
}

}  // namespace

bool only_compiles(Dispatcher& d) {
  return d.context != nullptr && d.context->compiled_list != 0 && asked(d, GL_LIST_MODE) == GL_COMPILE;
}

std::optional<Picture> read_drawable(Dispatcher& d, Drawable& drawable) {
  return read_drawable_as(d, drawable, WindowSystem::ReadFrom::kPicture);
}

std::vector<std::uint32_t> read_depth(Dispatcher& d, Drawable& drawable) {
  RecordedContext* context = d.window_system.visit(drawable, WindowSystem::ReadFrom::kDrawn);
  if (context == nullptr) return {};
  const GladGLContext& gl = context->live->gl();
  const int width = drawable.window->width(), height = drawable.window->height();
  std::vector<std::uint32_t> depth(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  {
    const GlErrors::Mute mute(d.errors, gl, context->handle);
    const PackState pack(gl);
    const ReadFramebuffer read(gl, 0);
    gl.ReadPixels(0, 0, width, height, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, depth.data());
  }
  d.window_system.restore_current();
  return depth;
}

std::optional<Picture> read_draw_framebuffer(Dispatcher& d) {
  RecordedContext* context = d.context;
  Drawable* drawable = d.window_system.current_drawable();
  if (context == nullptr || is_inside_begin(d) || only_compiles(d)) return std::nullopt;
  if (context->draw_framebuffer == 0) {
    return drawable != nullptr && drawable->window && !drawable->is_stand_in()
               ? read_drawable_as(d, *drawable, WindowSystem::ReadFrom::kRead)
               : std::nullopt;
  }
  const GlErrors::Mute mute(d.errors, *d.gl);
  std::optional<Picture> picture;
  read_object(d, [&](const GladGLContext& gl) { picture = read_first_attachment(gl); });
  return picture;
}

std::optional<Picture> read_frame(Dispatcher& d, const loaders::Call* swap, Drawable* drawable) {
  if (drawable != nullptr && !drawable->is_stand_in()) return read_drawable(d, *drawable);
  return drawable != nullptr || swap == nullptr ? read_draw_framebuffer(d) : std::nullopt;
}

}  // namespace replay
