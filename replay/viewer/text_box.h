// TextBox: lines of text on a dark box over a picture.
#pragma once

#include <string>
#include <vector>

#include "replay/viewer/screen.h"

namespace replay {

struct TextBox {
  enum class At { kCenter, kBottomLeft } at = At::kBottomLeft;
  std::vector<std::string> lines;  // UTF-8
};

// Draws it in a size that fits the window, as long as there is one; what is longer is cut.
void draw(const TextBox& box, const Pixels& pixels);

}  // namespace replay
