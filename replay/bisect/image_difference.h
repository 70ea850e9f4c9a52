// ImageDifference: what one side of a bisection has in an image, against the other side.
#pragma once

#include <optional>
#include <string>

#include "replay/picture/comparison.h"
#include "replay/picture/tolerance.h"
#include "replay/readback/framebuffer_reader.h"

namespace replay {

struct ImageDifference {
  std::string name;
  std::optional<AttachmentImage> good, bad;  // one may be missing
  std::optional<Comparison> comparison;      // of both as pictures
  bool differs = false;
};

// Null: that side does not have the image. At least one does.
ImageDifference compare_images(const std::string& name, const AttachmentImage* good, const AttachmentImage* bad,
                               const Tolerance& tolerance);

}  // namespace replay
