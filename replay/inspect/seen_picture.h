// What people see of the pixels of a texture: colours as they are, everything else stretched to what a screen can show.
#pragma once

#include <string>

#include "replay/readback/framebuffer_reader.h"

namespace replay {

struct SeenPicture {
  Picture picture;
  std::string note;  // "values from -3 to 17.5, stretched"; empty when the colours are as they are
};

// Precondition: the image has all of its bytes.
SeenPicture seen_picture(const AttachmentImage& image);

}  // namespace replay
