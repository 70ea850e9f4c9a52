// KeptDepths: a copy of the depths that the current context draws into, so that a draw which is made twice finds the
// same depths both times (redraw_proof.h).
#pragma once

#include <glad/gl.h>

#include <memory>

#include "replay/readback/framebuffer_reader.h"

namespace replay {

class Dispatcher;

class KeptDepths {
 public:
  // Null where there are none, or where they cannot be copied: OpenGL ES, several samples, layers, images of several
  // sizes. Precondition: outside of glBegin, no list is compiled. `dispatcher` is borrowed.
  static std::unique_ptr<KeptDepths> keep(Dispatcher& dispatcher);
  // To be destroyed while the same context is current.
  ~KeptDepths();
  KeptDepths(const KeptDepths&) = delete;
  KeptDepths& operator=(const KeptDepths&) = delete;

  // False: the depths are not what they were.
  bool bring_back();

 private:
  KeptDepths(Dispatcher& dispatcher, AttachmentImage before);
  bool copy(GLuint from, GLuint to) const;

  Dispatcher& dispatcher_;
  AttachmentImage before_;
  GLuint drawn_ = 0, framebuffer_ = 0, renderbuffer_ = 0;  // live names
};

}  // namespace replay
