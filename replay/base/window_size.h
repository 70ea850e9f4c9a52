// WindowSize: the size of what a context draws into, in pixels.
#pragma once

#include <algorithm>

namespace replay {

struct WindowSize {
  int width = 0, height = 0;
  bool operator==(const WindowSize&) const = default;
  bool is_set() const { return width > 0 && height > 0; }
  void grow(int to_width, int to_height) {
    width = std::max(width, to_width);
    height = std::max(height, to_height);
  }
};

}  // namespace replay
