// MirroredFramebuffer: a framebuffer of ours, in another context of the share group, with what is attached to the
// program's.
//
// It is for reading where the program's own context is in no state for it: what reading sets would be written into the
// display list that is being compiled, and a conditional render may drop the blit that resolves samples.
#pragma once

#include <glad/gl.h>

#include <cstdint>
#include <vector>

namespace replay {

struct FramebufferAttachment {
  GLenum point = 0;
  GLuint name = 0;
  bool is_renderbuffer = false, is_layered = false;
  GLint level = 0, layer = 0, face = 0;
};

class MirroredFramebuffer {
 public:
  // What is attached for drawing in the context that is current. Asks only, so nothing is written into a list.
  // Precondition: a framebuffer object is bound, GL errors are muted.
  explicit MirroredFramebuffer(const GladGLContext& gl);

  // Makes the framebuffer in the context that is current now, binds it, and deletes it after `read`. False, and nothing
  // is read, when something that is attached has no name any more, for it was deleted.
  template <class Read>
  bool visit(const GladGLContext& other, Read&& read) const {
    const GLuint framebuffer = make(other);
    if (framebuffer != 0) read(other);
    other.DeleteFramebuffers(1, &framebuffer);
    return framebuffer != 0;
  }

 private:
  GLuint make(const GladGLContext& gl) const;

  std::vector<FramebufferAttachment> attachments_;
  std::vector<GLenum> draw_buffers_;
};

}  // namespace replay
