// SdlVideo: SDL's video system, for windows on a display. With SDL_VIDEODRIVER=offscreen it makes pbuffers by the same
// code, so that tests of it need no display.
#pragma once

#include <memory>
#include <string>

#include "loaders/base/result.h"
#include "replay/platform/video.h"

namespace replay {

class SdlVideo final : public Video {
 public:
  // The error says that there is no display, or no GL on it.
  static loaders::Result<std::unique_ptr<SdlVideo>> start();
  ~SdlVideo() override;

  bool headless() const override { return headless_; }
  void* address(const char* function) const override;

  std::optional<const void*> kind_of(const PixelFormat&) override { return std::nullopt; }
  std::optional<PixelFormat> sizes(const PixelFormat&) override { return std::nullopt; }
  NativeSurface* make_surface(const PixelFormat& attributes, const WindowShape& shape) override;
  void destroy_surface(NativeSurface* surface) override;
  void move_to(NativeSurface* surface, NativeSurface* place) override;
  WindowSize size_of(NativeSurface* surface) override;
  void swap(NativeSurface* surface) override;
  void stop_pacing() override;

  NativeContext make_context(NativeSurface* surface, const PixelFormat& attributes,
                             const ContextRequest& request) override;
  void destroy_context(NativeContext context) override;
  bool make_current(NativeSurface* surface, NativeContext context) override;
  NativeSurface* current_surface() const override;
  NativeContext current_context() const override;

 private:
  SdlVideo();  // precondition: the video system is running

  bool headless_ = false;
  // Whether a window of the right format has to be made just before a context. SDL's EGL code makes each context for
  // the EGLConfig of the window that was made last, whatever window the context is for. Its GLX code uses the right
  // one.
  bool forgets_formats_ = true;
  PixelFormat last_made_;
};

// Returns SDL's last error and clears it. Returns "no reason given" when there is none.
std::string take_sdl_error();

}  // namespace replay
