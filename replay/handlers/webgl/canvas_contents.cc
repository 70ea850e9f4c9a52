#include "replay/handlers/webgl/canvas_contents.h"

#include <glad/gl.h>

namespace replay::handlers {
namespace {

// A copy of the window's buffers in the replayer's framebuffer, in the current context. Nothing is copied when the
// context lacks the functions for it.
class Copy {
 public:
  Copy(const GladGLContext& gl, RecordedContext& context, const Window& window)
      : gl_(gl),
        context_(context),
        width_(window.width()),
        height_(window.height()) {
    if (gl_.BlitFramebuffer == nullptr) return;
    GLint old_renderbuffer = 0;
    gl_.GetIntegerv(GL_RENDERBUFFER_BINDING, &old_renderbuffer);
    gl_.GenFramebuffers(1, &framebuffer_);
    gl_.GenRenderbuffers(2, storage_);
    gl_.BindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
    attach(storage_[0], GL_RGBA8, GL_COLOR_ATTACHMENT0);
    attach(storage_[1], GL_DEPTH24_STENCIL8, GL_DEPTH_STENCIL_ATTACHMENT);
    gl_.BindRenderbuffer(GL_RENDERBUFFER, static_cast<GLuint>(old_renderbuffer));
    blit(0, framebuffer_);
  }
  ~Copy() {
    if (framebuffer_ == 0) return;
    blit(framebuffer_, 0);
    gl_.BindFramebuffer(GL_FRAMEBUFFER, context_.map(Kind::kFramebuffer).find(context_.draw_framebuffer));
    gl_.DeleteFramebuffers(1, &framebuffer_);
    gl_.DeleteRenderbuffers(2, storage_);
  }
  Copy(const Copy&) = delete;
  Copy& operator=(const Copy&) = delete;

 private:
  void attach(GLuint storage, GLenum format, GLenum attachment) const {
    gl_.BindRenderbuffer(GL_RENDERBUFFER, storage);
    gl_.RenderbufferStorage(GL_RENDERBUFFER, format, width_, height_);
    gl_.FramebufferRenderbuffer(GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, storage);
  }
  // Depth and stencil can be copied only when both formats are the same. Otherwise GL refuses this part, and the
  // error is muted.
  void blit(GLuint from, GLuint to) const {
    const GLboolean scissor = gl_.IsEnabled(GL_SCISSOR_TEST);
    gl_.Disable(GL_SCISSOR_TEST);
    gl_.BindFramebuffer(GL_READ_FRAMEBUFFER, from);
    gl_.BindFramebuffer(GL_DRAW_FRAMEBUFFER, to);
    for (const GLbitfield part : {GL_COLOR_BUFFER_BIT, GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT}) {
      gl_.BlitFramebuffer(0, 0, width_, height_, 0, 0, width_, height_, part, GL_NEAREST);
    }
    if (scissor) gl_.Enable(GL_SCISSOR_TEST);
  }

  const GladGLContext& gl_;
  RecordedContext& context_;
  int width_, height_;
  GLuint framebuffer_ = 0;
  GLuint storage_[2] = {};
};

}  // namespace

void swap_and_keep(Dispatcher& d, Drawable& drawable) {
  RecordedContext* context = d.window_system.visit(drawable);
  if (context == nullptr) return;
  {
    const GladGLContext& gl = context->live->gl();
    const GlErrors::Mute mute(d.errors, gl, context->handle);
    const Copy copy(gl, *context, *drawable.window);
    drawable.window->swap();
  }
  d.window_system.restore_current();
}

}  // namespace replay::handlers
