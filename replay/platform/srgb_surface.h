// SrgbSurface: a pbuffer of our own that keeps its colours as sRGB. OpenGL ES writes sRGB where its surface does so,
// and Video has no words for such a surface. It takes the place of the one that Video made.
#pragma once

#include <memory>

#include "replay/platform/egl.h"

namespace replay {

class SrgbSurface {
 public:
  // Of the size and the EGLConfig of the surface that is current, with any contents. Null where the driver has none.
  static std::unique_ptr<SrgbSurface> like_current();
  ~SrgbSurface();
  SrgbSurface(const SrgbSurface&) = delete;
  SrgbSurface& operator=(const SrgbSurface&) = delete;

  // The context that is current draws into it, and reads from it, instead of what it is current on.
  bool make_current() const;

 private:
  SrgbSurface(const Egl& egl, EGLSurface surface) : egl_(egl), surface_(surface) {}

  Egl egl_;
  EGLSurface surface_;
};

}  // namespace replay
