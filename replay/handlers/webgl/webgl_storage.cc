// Storage that WebGL gives to a page is all zeros. Storage of a driver may contain anything.
#include <algorithm>
#include <vector>

#include "replay/handlers/common.h"
#include "replay/handlers/framebuffers/clear_state.h"

namespace replay::handlers {
namespace {

bool has_bits(const GladGLContext& gl, GLenum size) {
  GLint bits = 0;
  gl.GetRenderbufferParameteriv(GL_RENDERBUFFER, size, &bits);
  return bits > 0;
}

void clear_renderbuffer(const GladGLContext& gl, GLuint renderbuffer) {
  GLuint framebuffer = 0;
  gl.GenFramebuffers(1, &framebuffer);
  gl.BindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  const auto attach = [&](GLenum attachment) {
    gl.FramebufferRenderbuffer(GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, renderbuffer);
  };
  const bool depth = has_bits(gl, GL_RENDERBUFFER_DEPTH_SIZE), stencil = has_bits(gl, GL_RENDERBUFFER_STENCIL_SIZE);
  if (depth) attach(GL_DEPTH_ATTACHMENT);
  if (stencil) attach(GL_STENCIL_ATTACHMENT);
  if (!depth && !stencil) attach(GL_COLOR_ATTACHMENT0);
  ClearState(gl).clear_all();
  gl.DeleteFramebuffers(1, &framebuffer);
}

}  // namespace

void replay_zero_buffer(Dispatcher& d, const Call& call) {
  if (!has_context(d, call)) return;
  constexpr std::int64_t kPiece = 1 << 20;
  static const std::vector<std::byte> zeros(kPiece);
  GLint size = 0;  // the size of the storage, or 0 when there is none
  d.gl->GetBufferParameteriv(u32(call, 0), GL_BUFFER_SIZE, &size);
  const std::int64_t end = std::min<std::int64_t>({size, call.args[1].i, kMaxScratch});
  for (std::int64_t at = 0; at < end; at += kPiece) {
    d.gl->BufferSubData(u32(call, 0), at, std::min(kPiece, end - at), zeros.data());
  }
}

void replay_zero_renderbuffer(Dispatcher& d, const Call& call) {
  if (!has_context(d, call)) return;
  const GladGLContext& gl = *d.gl;
  GLint renderbuffer = 0;
  gl.GetIntegerv(GL_RENDERBUFFER_BINDING, &renderbuffer);
  if (renderbuffer == 0) return;
  const GlErrors::Mute mute(d.errors, gl);
  clear_renderbuffer(gl, static_cast<GLuint>(renderbuffer));
  gl.BindFramebuffer(GL_FRAMEBUFFER, d.context->map(Kind::kFramebuffer).find(d.context->draw_framebuffer));
}

}  // namespace replay::handlers
