// EglVideo: surfaces and contexts without a display, by EGL alone: pbuffers. A replay that nobody watches needs neither
// SDL nor the libraries of sound, X11 and Wayland that come with it, which would take 4 ms of each start and 4 MiB.
#pragma once

#include <memory>

#include "replay/platform/egl_library.h"
#include "replay/platform/video.h"

namespace replay {

class EglVideo final : public Video {
 public:
  static loaders::Result<std::unique_ptr<EglVideo>> start();
  ~EglVideo() override;

  bool headless() const override { return true; }
  void* address(const char* function) const override { return egl_.address(function); }

  std::optional<const void*> kind_of(const PixelFormat& attributes) override { return config_of(attributes); }
  std::optional<PixelFormat> sizes(const PixelFormat& attributes) override;
  NativeSurface* make_surface(const PixelFormat& attributes, const WindowShape& shape) override;
  void destroy_surface(NativeSurface* surface) override;
  void move_to(NativeSurface*, NativeSurface*) override {}
  WindowSize size_of(NativeSurface* surface) override;
  void swap(NativeSurface* surface) override;
  void stop_pacing() override {}

  NativeContext make_context(NativeSurface* surface, const PixelFormat& attributes,
                             const ContextRequest& request) override;
  void destroy_context(NativeContext context) override;
  bool make_current(NativeSurface* surface, NativeContext context) override;
  NativeSurface* current_surface() const override { return surface_; }
  NativeContext current_context() const override { return context_; }

 private:
  EglVideo(const EglLibrary& egl, EGLDisplay display) : egl_(egl), display_(display) {}

  EGLConfig config_of(const PixelFormat& attributes);
  int size(EGLConfig config, EGLint name) const;
  int excess(EGLConfig config, const PixelFormat& attributes) const;
  void set_error_of(const char* function);

  const EglLibrary& egl_;
  EGLDisplay display_;
  NativeSurface* surface_ = nullptr;  // current
  NativeContext context_ = nullptr;   // current
};

}  // namespace replay
