// ImageDifference: how an image of one side of a bisection compares to the image of the same name of the other side.
#pragma once

#include <optional>
#include <string>

#include "replay/picture/comparison.h"
#include "replay/picture/tolerance.h"
#include "replay/readback/framebuffer_reader.h"

namespace replay {

struct ImageDifference {
  std::string name;
  std::optional<AttachmentImage> good, bad;  // one of them may be missing
  std::optional<Comparison> comparison;      // compares the two as pictures
  bool differs = false;
};

// A null pointer means that this side does not have the image. At least one side has it.
ImageDifference compare_images(const std::string& name, const AttachmentImage* good, const AttachmentImage* bad,
                               const Tolerance& tolerance);

}  // namespace replay
