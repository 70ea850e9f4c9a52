// Window: a surface of fixed size and pixel format to draw into. It is a window on a display, or a pbuffer without one.
//
// It is a concrete class on purpose: what differs with and without a display is behind Video. Tests run with both
// kinds, SDL's by its offscreen driver, which runs the same code as a display.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "replay/platform/listener.h"
#include "replay/platform/surfaces.h"

namespace replay {

class SrgbSurface;

class Window {
 public:
  // Platform::make_window() makes these.
  Window(std::shared_ptr<Surfaces> surfaces, SurfaceFormat& format, NativeSurface* native, WindowShape shape);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  std::uint32_t id() const { return id_; }  // unique in this process
  int width() const { return shape_.width; }
  int height() const { return shape_.height; }
  const PixelFormat& format() const { return surfaces_->given(*format_); }
  // What the listener is told of the surface that the window has now.
  LiveSurface live() const;

  // The old contents are lost, and the window is cleared like a new one. A context that is current on the window stays
  // current and keeps its state, its viewport too. After an error the window is as it was.
  loaders::Status resize(int width, int height);

  // Precondition: a context is current on the window. Without a display it does nothing at all, not even flush. The
  // caller has to keep the number of frames in flight small, otherwise memory grows.
  void swap();

 private:
  friend class Platform;

  loaders::Status rebuild(SurfaceFormat& format, const WindowShape& shape);
  // Gives the window a surface that keeps sRGB, cleared, where Video's does not. What is current on the window stays
  // so.
  void make_srgb();
  void replace_surface();

  std::shared_ptr<Surfaces> surfaces_;
  SurfaceFormat* format_;
  NativeSurface* native_;
  std::unique_ptr<SrgbSurface> srgb_;  // in the place of `native_`, once there is one
  WindowShape shape_;
  std::uint32_t id_;
  std::uint32_t surface_;  // the number of the surface
  bool cleared_ = false;
  bool paced_ = true;  // swaps wait for the display until Platform::make_current() turns that off
};

}  // namespace replay
