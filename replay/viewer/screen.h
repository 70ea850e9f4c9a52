// Screen: a window for people, which shows pictures that were read back. No recorded call draws into it.
//
// It draws on the processor and not by GL, so that it shows the pictures of a driver that draws wrongly as they are,
// and no context of the recording takes notice of it. It can be resized, and a picture keeps its shape in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "loaders/base/result.h"
#include "replay/picture/picture.h"
#include "replay/platform/platform.h"

struct SDL_Window;

namespace replay {

// Pixels of a window, the top row first, as 0x00RRGGBB.
struct Pixels {
  std::uint32_t* at = nullptr;
  int width = 0, height = 0;

  std::uint32_t& pixel(int x, int y) const {
    return at[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)];
  }
};

struct Placed {
  int x = 0, y = 0, width = 0, height = 0;
};

// Where a picture is shown in a window: as large as it can be with its shape, in the middle.
Placed place_of_picture(int width, int height, int window_width, int window_height);

class Screen {
 public:
  // Opens a window for pictures of about this size: a small one is shown several times as large, and one that is larger
  // than the display smaller. The platform has a display, and lives longer.
  static loaders::Result<std::unique_ptr<Screen>> open(const Platform& platform, const std::string& title, int width,
                                                       int height);
  ~Screen();
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  void set_title(const std::string& title);
  void toggle_fullscreen();
  // Returns false when the clipboard cannot be set.
  bool copy(const std::string& text);

  // Fills the window with the picture, and black around it. What is returned can be drawn over until show().
  // Precondition: the picture is valid.
  Pixels draw(const Picture& picture);
  void show();

 private:
  explicit Screen(SDL_Window* window) : window_(window) {}
  void scale(std::vector<std::uint32_t>& from, const Picture& picture, const Placed& place);

  SDL_Window* window_;
  std::string title_;
  std::vector<std::uint32_t> pixels_;  // of the window
  int width_ = 0, height_ = 0;         // of the window
};

}  // namespace replay
