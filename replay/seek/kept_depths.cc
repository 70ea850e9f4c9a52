#include "replay/seek/kept_depths.h"

#include <utility>

#include "replay/dispatch/asked.h"
#include "replay/dispatch/dispatcher.h"
#include "replay/readback/no_scissor.h"

namespace replay {
namespace {

GLint parameter_of_depths(const GladGLContext& gl, bool is_window, GLenum name) {
  GLint value = 0;
  gl.GetFramebufferAttachmentParameteriv(GL_DRAW_FRAMEBUFFER, is_window ? GL_DEPTH : GL_DEPTH_ATTACHMENT, name, &value);
  return value;
}

// GL copies depths only between images of the same format. 0: there is none.
GLenum format_of_depths(const GladGLContext& gl, bool is_window) {
  const GLint bits = parameter_of_depths(gl, is_window, GL_FRAMEBUFFER_ATTACHMENT_DEPTH_SIZE);
  const GLint stencils = parameter_of_depths(gl, is_window, GL_FRAMEBUFFER_ATTACHMENT_STENCIL_SIZE);
  const bool is_float = parameter_of_depths(gl, is_window, GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE) == GL_FLOAT;
  if (had_error(gl)) return 0;
  if (is_float) return stencils > 0 ? GL_DEPTH32F_STENCIL8 : GL_DEPTH_COMPONENT32F;
  switch (bits) {
    case 16: return GL_DEPTH_COMPONENT16;
    case 24: return stencils > 0 ? GL_DEPTH24_STENCIL8 : GL_DEPTH_COMPONENT24;
    case 32: return GL_DEPTH_COMPONENT32;
    default: return 0;
  }
}

}  // namespace

std::unique_ptr<KeptDepths> KeptDepths::keep(Dispatcher& d) {
  auto before = read_drawn_depths(d);
  if (!before || d.gl->BlitFramebuffer == nullptr) return nullptr;
  std::unique_ptr<KeptDepths> kept(new KeptDepths(d, std::move(*before)));
  return kept->framebuffer_ != 0 && kept->copy(kept->drawn_, kept->framebuffer_) ? std::move(kept) : nullptr;
}

KeptDepths::KeptDepths(Dispatcher& d, AttachmentImage before) : dispatcher_(d), before_(std::move(before)) {
  const GladGLContext& gl = *d.gl;
  const GlErrors::Mute mute(d.errors, gl);
  const GLenum format = format_of_depths(gl, d.context->draw_framebuffer == 0);
  if (format == 0) return;
  const GLint bound = answer_to(gl, GL_RENDERBUFFER_BINDING).value_or(0);
  drawn_ = static_cast<GLuint>(answer_to(gl, GL_DRAW_FRAMEBUFFER_BINDING).value_or(0));
  gl.GenRenderbuffers(1, &renderbuffer_);
  gl.BindRenderbuffer(GL_RENDERBUFFER, renderbuffer_);
  gl.RenderbufferStorage(GL_RENDERBUFFER, format, before_.width, before_.height);
  gl.BindRenderbuffer(GL_RENDERBUFFER, static_cast<GLuint>(bound));
  gl.GenFramebuffers(1, &framebuffer_);
  gl.BindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer_);
  gl.FramebufferRenderbuffer(GL_DRAW_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, renderbuffer_);
  gl.BindFramebuffer(GL_DRAW_FRAMEBUFFER, drawn_);
}

KeptDepths::~KeptDepths() {
  const GladGLContext& gl = *dispatcher_.gl;
  const GlErrors::Mute mute(dispatcher_.errors, gl);
  gl.DeleteFramebuffers(1, &framebuffer_);
  gl.DeleteRenderbuffers(1, &renderbuffer_);
}

bool KeptDepths::copy(GLuint from, GLuint to) const {
  const GladGLContext& gl = *dispatcher_.gl;
  const GlErrors::Mute mute(dispatcher_.errors, gl);
  const NoScissor all(gl);
  const GLint read = answer_to(gl, GL_READ_FRAMEBUFFER_BINDING).value_or(0);
  const int width = before_.width, height = before_.height;
  gl.BindFramebuffer(GL_READ_FRAMEBUFFER, from);
  gl.BindFramebuffer(GL_DRAW_FRAMEBUFFER, to);
  gl.BlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_DEPTH_BUFFER_BIT, GL_NEAREST);
  const bool is_copied = !had_error(gl);
  gl.BindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<GLuint>(read));
  gl.BindFramebuffer(GL_DRAW_FRAMEBUFFER, drawn_);
  return is_copied;
}

bool KeptDepths::bring_back() {
  if (!copy(framebuffer_, drawn_)) return false;
  const auto now = read_drawn_depths(dispatcher_);
  return now && now->bytes == before_.bytes;
}

}  // namespace replay
