// A window system without windows, in the place of platform/start_video.cc. Its contexts are the fake driver's.
#include <cstdint>
#include <memory>

#include "replay/platform/video.h"
#include "tests/fuzz/dispatch/fake_gl.h"

namespace replay {

struct NativeSurface {
  WindowSize size;
};

namespace fake {
namespace {

Kind kind_of_contexts = Kind::kCompatibility;

NativeContext as_handle(int context) { return reinterpret_cast<NativeContext>(static_cast<std::intptr_t>(context)); }
int as_number(NativeContext context) { return static_cast<int>(reinterpret_cast<std::intptr_t>(context)); }

class FakeVideo final : public Video {
 public:
  bool headless() const override { return true; }
  void* address(const char* function) const override { return entry(kind_of_contexts, function); }

  std::optional<const void*> kind_of(const PixelFormat&) override { return this; }
  std::optional<PixelFormat> sizes(const PixelFormat& attributes) override { return attributes; }
  NativeSurface* make_surface(const PixelFormat&, const WindowShape& shape) override {
    return new NativeSurface{{shape.width, shape.height}};
  }
  void destroy_surface(NativeSurface* surface) override {
    if (surface_ == surface) make_current(nullptr, nullptr);
    delete surface;
  }
  void move_to(NativeSurface*, NativeSurface*) override {}
  WindowSize size_of(NativeSurface* surface) override { return surface->size; }
  void swap(NativeSurface*) override {}
  void stop_pacing() override {}

  NativeContext make_context(NativeSurface* surface, const PixelFormat&, const ContextRequest&) override {
    const int context = create_context(kind_of_contexts, fake::current_context());
    make_current(surface, as_handle(context));
    return as_handle(context);
  }
  void destroy_context(NativeContext context) override {
    if (fake::current_context() == as_number(context)) surface_ = nullptr;
    delete_context(as_number(context));
  }
  bool make_current(NativeSurface* surface, NativeContext context) override {
    surface_ = context != nullptr ? surface : nullptr;
    fake::make_current(surface_ != nullptr ? as_number(context) : 0);
    return true;
  }
  NativeSurface* current_surface() const override { return surface_; }
  NativeContext current_context() const override { return as_handle(fake::current_context()); }

 private:
  NativeSurface* surface_ = nullptr;
};

}  // namespace

void make_contexts_of(Kind kind) { kind_of_contexts = kind; }

}  // namespace fake

loaders::Result<std::unique_ptr<Video>> Video::start(Display) { return std::make_unique<fake::FakeVideo>(); }

}  // namespace replay
