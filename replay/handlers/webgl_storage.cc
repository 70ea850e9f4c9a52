// Storage that WebGL gives to a page is all zeros; what a driver gives holds anything.
#include <algorithm>
#include <vector>

#include "replay/handlers/common.h"

namespace replay::handlers {
namespace {

// What decides how a clear comes out; put back at the end.
class ClearState {
 public:
  explicit ClearState(const GladGLContext& gl) : gl_(gl), scissor_(gl.IsEnabled(GL_SCISSOR_TEST)) {
    gl_.GetFloatv(GL_COLOR_CLEAR_VALUE, color_);
    gl_.GetFloatv(GL_DEPTH_CLEAR_VALUE, &depth_);
    gl_.GetIntegerv(GL_STENCIL_CLEAR_VALUE, &stencil_);
    gl_.GetBooleanv(GL_COLOR_WRITEMASK, color_mask_);
    gl_.GetBooleanv(GL_DEPTH_WRITEMASK, &depth_mask_);
    gl_.GetIntegerv(GL_STENCIL_WRITEMASK, &stencil_mask_);
    gl_.Disable(GL_SCISSOR_TEST);
    gl_.ClearColor(0, 0, 0, 0);
    gl_.ClearDepthf(1);
    gl_.ClearStencil(0);
    gl_.ColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    gl_.DepthMask(GL_TRUE);
    gl_.StencilMaskSeparate(GL_FRONT, ~0u);  // a clear goes by the mask of front faces
  }
  ~ClearState() {
    if (scissor_) gl_.Enable(GL_SCISSOR_TEST);
    gl_.ClearColor(color_[0], color_[1], color_[2], color_[3]);
    gl_.ClearDepthf(depth_);
    gl_.ClearStencil(stencil_);
    gl_.ColorMask(color_mask_[0], color_mask_[1], color_mask_[2], color_mask_[3]);
    gl_.DepthMask(depth_mask_);
    gl_.StencilMaskSeparate(GL_FRONT, static_cast<GLuint>(stencil_mask_));
  }
  ClearState(const ClearState&) = delete;
  ClearState& operator=(const ClearState&) = delete;

 private:
  const GladGLContext& gl_;
  GLboolean scissor_;
  GLfloat color_[4] = {}, depth_ = 0;
  GLint stencil_ = 0, stencil_mask_ = 0;
  GLboolean color_mask_[4] = {}, depth_mask_ = 0;
};

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
  const ClearState state(gl);
  gl.Clear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
  gl.DeleteFramebuffers(1, &framebuffer);
}

}  // namespace

void replay_zero_buffer(Dispatcher& d, const Call& call) {
  if (!has_context(d, call)) return;
  constexpr std::int64_t kPiece = 1 << 20;
  static const std::vector<std::byte> zeros(kPiece);
  GLint size = 0;  // what it has got, if it has got anything
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
