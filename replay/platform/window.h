// Window: a surface of fixed size and pixel format to draw into: a window on a display, a pbuffer without one.
//
// Concrete on purpose: SDL's offscreen driver is the fake for tests, and it exercises all the code that a display does.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "replay/platform/surfaces.h"

namespace replay {

class Window {
 public:
  // Platform::make_window() makes these.
  Window(std::shared_ptr<Surfaces> surfaces, SurfaceFormat& format, SDL_Window* sdl, WindowShape shape);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  std::uint32_t id() const { return id_; }  // of this run, never used again
  int width() const { return shape_.width; }
  int height() const { return shape_.height; }
  const PixelFormat& format() const { return surfaces_->given(*format_); }

  // The contents are lost and cleared as for a new window. A context that is current on the window stays current and
  // keeps its state, its viewport too. After an error the window is as it was.
  loaders::Status resize(int width, int height);

  // Precondition: a context is current on the window. Headless it does nothing at all, not even flush: the caller keeps
  // the number of frames in flight small, or memory grows.
  void swap();

 private:
  friend class Platform;

  loaders::Status rebuild(SurfaceFormat& format, const WindowShape& shape);

  std::shared_ptr<Surfaces> surfaces_;
  SurfaceFormat* format_;
  SDL_Window* sdl_;
  WindowShape shape_;
  std::uint32_t id_;
  bool cleared_ = false;
  bool paced_ = true;  // swaps wait for the display until Platform::make_current() turns that off
};

}  // namespace replay
