#include "replay/readback/attachment.h"

#include <glad/gl.h>

#include "replay/readback/texture_reader.h"

namespace replay {
namespace {

GLint attachment_parameter(const GladGLContext& gl, GLenum attachment, GLenum pname) {
  GLint value = 0;
  gl.GetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, attachment, pname, &value);
  return value;
}

// OpenGL ES before 3.1 does not tell the size of a texture, but refuses to copy even nothing to a place that is outside
// of it. Copies from the framebuffer that it is attached to, so that the formats fit. 0 for depth, which is not copied.
GLint width_or_height(const GladGLContext& gl, GLenum image, GLint level, bool width) {
  const auto is_inside = [&](GLint at) {
    gl.CopyTexSubImage2D(image, level, width ? at : 0, width ? 0 : at, 0, 0, 0, 0);
    return !had_error(gl);
  };
  GLint inside = 0, outside = 0;
  gl.GetIntegerv(GL_MAX_TEXTURE_SIZE, &outside);
  if (!is_inside(inside)) return 0;
  for (++outside; outside - inside > 1;) {
    const GLint middle = inside + (outside - inside) / 2;
    (is_inside(middle) ? inside : outside) = middle;
  }
  return inside;
}

void read_texture(const GladGLContext& gl, AttachmentInfo& info) {
  const AskedTexture texture(gl, info.texture);
  if (texture.target() == nullptr) return;
  const WindowSize size = size_of_level(gl, texture.target()->first_image, info.level);
  info.width = size.width;
  info.height = size.height;
  if (gl.GetTexLevelParameteriv == nullptr) return;
  GLint format = 0;
  gl.GetTexLevelParameteriv(texture.target()->first_image, info.level, GL_TEXTURE_INTERNAL_FORMAT, &format);
  info.internal_format = static_cast<std::uint32_t>(format);
}

void read_renderbuffer(const GladGLContext& gl, GLuint renderbuffer, AttachmentInfo& info) {
  GLint bound = 0, format = 0;
  gl.GetIntegerv(GL_RENDERBUFFER_BINDING, &bound);
  gl.BindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
  gl.GetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_WIDTH, &info.width);
  gl.GetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_HEIGHT, &info.height);
  gl.GetRenderbufferParameteriv(GL_RENDERBUFFER, GL_RENDERBUFFER_INTERNAL_FORMAT, &format);
  gl.BindRenderbuffer(GL_RENDERBUFFER, static_cast<GLuint>(bound));
  info.internal_format = static_cast<std::uint32_t>(format);
}

AttachmentContent content_of(const GladGLContext& gl, GLenum attachment) {
  if (attachment == GL_DEPTH_ATTACHMENT) return AttachmentContent::kDepth;
  if (attachment == GL_STENCIL_ATTACHMENT) return AttachmentContent::kStencil;
  switch (attachment_parameter(gl, attachment, GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE)) {
    case GL_INT: return AttachmentContent::kSignedInteger;
    case GL_UNSIGNED_INT: return AttachmentContent::kUnsignedInteger;
    default: return AttachmentContent::kColor;
  }
}

// The first attachment that is drawn to and exists.
GLenum find_attachment(const GladGLContext& gl) {
  GLint buffers = 1;
  gl.GetIntegerv(GL_MAX_DRAW_BUFFERS, &buffers);
  for (GLint i = 0; i < buffers && gl.DrawBuffers != nullptr; ++i) {
    GLint attachment = GL_NONE;
    gl.GetIntegerv(static_cast<GLenum>(GL_DRAW_BUFFER0 + i), &attachment);
    if (attachment < GL_COLOR_ATTACHMENT0 || attachment > GL_COLOR_ATTACHMENT31) continue;
    const auto color = static_cast<GLenum>(attachment);
    if (attachment_parameter(gl, color, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE) != GL_NONE) return color;
  }
  for (const GLenum attachment : {GL_COLOR_ATTACHMENT0, GL_DEPTH_ATTACHMENT}) {
    if (attachment_parameter(gl, attachment, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE) != GL_NONE) return attachment;
  }
  return GL_NONE;
}

// 0 also for what has no layers, and where GL does not know the question.
int layer_of(const GladGLContext& gl, GLenum attachment) {
  const GLint face = attachment_parameter(gl, attachment, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE);
  if (!had_error(gl) && face >= GL_TEXTURE_CUBE_MAP_POSITIVE_X) return face - GL_TEXTURE_CUBE_MAP_POSITIVE_X;
  const GLint layer = attachment_parameter(gl, attachment, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LAYER);
  return had_error(gl) ? 0 : layer;
}

// Precondition: something is attached there. Nothing when its size cannot be found out.
std::optional<AttachmentInfo> describe(const GladGLContext& gl, GLenum attachment) {
  AttachmentInfo info;
  info.attachment = attachment;
  const auto name = static_cast<GLuint>(attachment_parameter(gl, attachment, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME));
  if (attachment_parameter(gl, attachment, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE) == GL_RENDERBUFFER) {
    info.renderbuffer = name;
    read_renderbuffer(gl, name, info);
  } else {
    info.texture = name;
    info.level = attachment_parameter(gl, attachment, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL);
    info.is_layered = attachment_parameter(gl, attachment, GL_FRAMEBUFFER_ATTACHMENT_LAYERED) != 0;
    info.layer = layer_of(gl, attachment);
    read_texture(gl, info);
  }
  if (info.width <= 0 || info.height <= 0) return std::nullopt;
  GLint samples = 0;
  gl.GetIntegerv(GL_SAMPLES, &samples);
  info.samples = samples;
  info.content = content_of(gl, attachment);
  info.is_float = info.content == AttachmentContent::kColor &&
                  attachment_parameter(gl, attachment, GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE) == GL_FLOAT;
  return info;
}

bool is_complete(const GladGLContext& gl) {
  return gl.CheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

}  // namespace

WindowSize size_of_level(const GladGLContext& gl, std::uint32_t image, int level) {
  if (gl.GetTexLevelParameteriv == nullptr)
    return {width_or_height(gl, image, level, true), width_or_height(gl, image, level, false)};
  WindowSize size{};
  gl.GetTexLevelParameteriv(image, level, GL_TEXTURE_WIDTH, &size.width);
  gl.GetTexLevelParameteriv(image, level, GL_TEXTURE_HEIGHT, &size.height);
  return size;
}

std::optional<AttachmentInfo> first_attachment(const GladGLContext& gl) {
  if (!is_complete(gl)) return std::nullopt;
  const GLenum attachment = find_attachment(gl);
  return attachment == GL_NONE ? std::nullopt : describe(gl, attachment);
}

std::vector<AttachmentInfo> all_attachments(const GladGLContext& gl) {
  std::vector<AttachmentInfo> found;
  if (!is_complete(gl)) return found;
  GLint colors = 1;
  gl.GetIntegerv(GL_MAX_COLOR_ATTACHMENTS, &colors);
  std::vector<GLenum> points;
  for (GLint i = 0; i < colors && i < 32; ++i) points.push_back(static_cast<GLenum>(GL_COLOR_ATTACHMENT0 + i));
  points.insert(points.end(), {GL_DEPTH_ATTACHMENT, GL_STENCIL_ATTACHMENT});
  for (const GLenum point : points) {
    if (attachment_parameter(gl, point, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE) == GL_NONE) continue;
    if (const auto info = describe(gl, point)) found.push_back(*info);
  }
  return found;
}

}  // namespace replay
