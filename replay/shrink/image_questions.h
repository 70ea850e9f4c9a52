// What is asked of the pictures of candidates.
#pragma once

#include <vector>

#include "replay/picture/reference.h"
#include "replay/picture/tolerance.h"
#include "replay/readback/framebuffer_reader.h"

namespace replay {

// Whether two drivers have drawn something else.
struct Differences {
  Tolerance tolerance;
  bool only_visible = false;  // in red, green or blue of a window
  bool only_color = false;    // not in depth or stencil

  bool operator()(const std::vector<AttachmentImage>& good, const std::vector<AttachmentImage>& bad) const;
};

// Whether a picture is wrong in the way that the picture of the whole recording was: what was wrong there is the same
// here. Without that, an empty recording would be the smallest one whose picture is not as expected.
class SameWrongPixels {
 public:
  SameWrongPixels(const AttachmentImage& wrong, Reference reference, Tolerance tolerance);
  bool operator()(const std::vector<AttachmentImage>& images) const;

 private:
  Picture wrong_;
  std::vector<bool> matters_;  // by pixel
  Reference reference_;
  Tolerance tolerance_;
};

}  // namespace replay
