#include "replay/readback/mirrored_framebuffer.h"

#include <algorithm>

#include "replay/dispatch/asked.h"
#include "replay/readback/texture_reader.h"

namespace replay {
namespace {

GLint parameter(const GladGLContext& gl, GLenum point, GLenum name) {
  GLint value = 0;
  gl.GetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, point, name, &value);
  return value;
}

using Attachment = FramebufferAttachment;

bool attach_texture(const GladGLContext& gl, const Attachment& attachment) {
  const auto& [point, name, is_renderbuffer, is_layered, level, layer, face] = attachment;
  const AskedTexture texture(gl, name);
  if (texture.target() == nullptr) return false;
  const GLenum target = texture.target()->target;
  if (is_layered) {
    gl.FramebufferTexture(GL_FRAMEBUFFER, point, name, level);
  } else if (face != 0) {
    gl.FramebufferTexture2D(GL_FRAMEBUFFER, point, static_cast<GLenum>(face), name, level);
  } else if (target == GL_TEXTURE_1D) {
    gl.FramebufferTexture1D(GL_FRAMEBUFFER, point, target, name, level);
  } else if (target == GL_TEXTURE_2D || target == GL_TEXTURE_RECTANGLE || target == GL_TEXTURE_2D_MULTISAMPLE) {
    gl.FramebufferTexture2D(GL_FRAMEBUFFER, point, target, name, level);
  } else if (gl.FramebufferTextureLayer != nullptr) {
    gl.FramebufferTextureLayer(GL_FRAMEBUFFER, point, name, level, layer);
  } else if (gl.FramebufferTexture3D != nullptr) {
    gl.FramebufferTexture3D(GL_FRAMEBUFFER, point, target, name, level, layer);
  }
  return true;
}

// Names of deleted objects would make new ones.
bool attach(const GladGLContext& gl, const Attachment& attachment) {
  if (!attachment.is_renderbuffer) return gl.IsTexture(attachment.name) == GL_TRUE && attach_texture(gl, attachment);
  if (gl.IsRenderbuffer(attachment.name) != GL_TRUE) return false;
  gl.FramebufferRenderbuffer(GL_FRAMEBUFFER, attachment.point, GL_RENDERBUFFER, attachment.name);
  return true;
}

GLint most(const GladGLContext& gl, GLenum name) { return std::clamp(answer_to(gl, name).value_or(1), 1, 32); }

}  // namespace

MirroredFramebuffer::MirroredFramebuffer(const GladGLContext& gl) {
  std::vector<GLenum> points = {GL_DEPTH_ATTACHMENT, GL_STENCIL_ATTACHMENT};
  for (GLint i = 0; i < most(gl, GL_MAX_COLOR_ATTACHMENTS); ++i)
    points.push_back(static_cast<GLenum>(GL_COLOR_ATTACHMENT0 + i));
  for (const GLenum point : points) {
    const GLint type = parameter(gl, point, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE);
    if (type == GL_NONE) continue;
    Attachment attachment{.point = point,
                          .name = static_cast<GLuint>(parameter(gl, point, GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME)),
                          .is_renderbuffer = type == GL_RENDERBUFFER};
    if (!attachment.is_renderbuffer) {
      attachment.level = parameter(gl, point, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL);
      attachment.is_layered = parameter(gl, point, GL_FRAMEBUFFER_ATTACHMENT_LAYERED) != 0;
      attachment.layer = parameter(gl, point, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LAYER);
      attachment.face = parameter(gl, point, GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE);
    }
    attachments_.push_back(attachment);
  }
  for (GLint i = 0; i < most(gl, GL_MAX_DRAW_BUFFERS) && gl.DrawBuffers != nullptr; ++i) {
    draw_buffers_.push_back(
        static_cast<GLenum>(answer_to(gl, static_cast<GLenum>(GL_DRAW_BUFFER0 + i)).value_or(GL_NONE)));
  }
}

GLuint MirroredFramebuffer::make(const GladGLContext& gl) const {
  GLuint framebuffer = 0;
  gl.GenFramebuffers(1, &framebuffer);
  gl.BindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  for (const Attachment& attachment : attachments_) {
    if (attach(gl, attachment)) continue;
    gl.DeleteFramebuffers(1, &framebuffer);
    return 0;
  }
  if (!draw_buffers_.empty()) gl.DrawBuffers(static_cast<GLsizei>(draw_buffers_.size()), draw_buffers_.data());
  return framebuffer;
}

}  // namespace replay
