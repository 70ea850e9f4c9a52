// ClearState: lets the replayer clear between the calls of the recorded program.
#pragma once

#include <glad/gl.h>

namespace replay::handlers {

// While it exists, the state is such that a clear affects everything: colours and stencil become 0, depth becomes 1.
// It is for contexts of OpenGL ES 2 and later.
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
    gl_.StencilMaskSeparate(GL_FRONT, ~0u);  // a clear uses the mask of front faces
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

  // Clears the framebuffer that is bound for drawing.
  void clear_all() const { gl_.Clear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT); }

 private:
  const GladGLContext& gl_;
  GLboolean scissor_;
  GLfloat color_[4] = {}, depth_ = 0;
  GLint stencil_ = 0, stencil_mask_ = 0;
  GLboolean color_mask_[4] = {}, depth_mask_ = 0;
};

}  // namespace replay::handlers
