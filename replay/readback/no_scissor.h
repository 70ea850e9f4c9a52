// NoScissor: while it exists, blits obey no scissor box.
#pragma once

#include <glad/gl.h>

namespace replay {

// The scissor test of the first viewport, which is the one of a blit, is off while this lives; those of others stay
// what they are.
class NoScissor {
 public:
  explicit NoScissor(const GladGLContext& gl) : gl_(gl), was_on_(gl.IsEnabled(GL_SCISSOR_TEST) == GL_TRUE) {
    if (was_on_) has_several() ? gl_.Disablei(GL_SCISSOR_TEST, 0) : gl_.Disable(GL_SCISSOR_TEST);
  }
  ~NoScissor() {
    if (was_on_) has_several() ? gl_.Enablei(GL_SCISSOR_TEST, 0) : gl_.Enable(GL_SCISSOR_TEST);
  }
  NoScissor(const NoScissor&) = delete;
  NoScissor& operator=(const NoScissor&) = delete;

 private:
  bool has_several() const {
    return (gl_.VERSION_4_1 || gl_.ARB_viewport_array || gl_.OES_viewport_array || gl_.NV_viewport_array) &&
           gl_.Enablei != nullptr && gl_.Disablei != nullptr;
  }

  const GladGLContext& gl_;
  bool was_on_;
};

}  // namespace replay
