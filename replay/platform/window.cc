#include "replay/platform/window.h"

#include <spdlog/fmt/fmt.h>

#include <utility>

#include "replay/platform/srgb_surface.h"

namespace replay {
namespace {

std::uint32_t next_id = 0, next_surface = 0;

}  // namespace

Window::Window(std::shared_ptr<Surfaces> surfaces, SurfaceFormat& format, NativeSurface* native, WindowShape shape)
    : surfaces_(std::move(surfaces)),
      format_(&format),
      native_(native),
      shape_(std::move(shape)),
      id_(++next_id),
      surface_(++next_surface) {}

LiveSurface Window::live() const {
  return {surface_, shape_.width, shape_.height, surfaces_->given(*format_), srgb_ != nullptr};
}

void Window::replace_surface() {
  const std::uint32_t old = std::exchange(surface_, ++next_surface);
  if (listener != nullptr) listener->replaced(old, live());
}

Window::~Window() { surfaces_->video().destroy_surface(native_); }

loaders::Status Window::resize(int width, int height) {
  if (width == shape_.width && height == shape_.height) return {};
  WindowShape shape = shape_;
  shape.width = width;
  shape.height = height;
  return rebuild(*format_, shape);
}

loaders::Status Window::rebuild(SurfaceFormat& format, const WindowShape& shape) {
  auto made = surfaces_->make(format, shape);
  if (!made) return std::move(made).error();
  Video& video = surfaces_->video();
  NativeSurface* fresh = *made;
  video.move_to(fresh, native_);
  const bool kept_srgb = srgb_ != nullptr;
  const NativeContext current = video.current_surface() == native_ ? video.current_context() : nullptr;
  // When Mesa makes a context current on another surface, it lets go of the buffers of surfaces that are destroyed by
  // then. Later it would do so only when that context changes its surface once more.
  if (current != nullptr) video.make_current(nullptr, nullptr);
  srgb_.reset();
  video.destroy_surface(std::exchange(native_, fresh));
  surfaces_->clear(fresh, format);
  if (current != nullptr) video.make_current(fresh, current);
  format_ = &format;
  shape_ = shape;
  cleared_ = true;
  paced_ = true;
  replace_surface();
  if (kept_srgb) make_srgb();
  return {};
}

void Window::make_srgb() {
  {
    const RestoreCurrent restore(surfaces_->video());
    const GladGLContext* gl = surfaces_->keep_house(native_, *format_);
    if (gl) srgb_ = SrgbSurface::like_current();
    if (srgb_ && srgb_->make_current()) clear_all(*gl);
  }
  cleared_ = cleared_ || srgb_;
  shape_.srgb = srgb_ != nullptr;
  if (!srgb_)
    surfaces_->warn(
        "no surface that keeps sRGB, as a window of OpenGL ES does in the recording: what is drawn into it is darker");
  if (srgb_ && surfaces_->video().current_surface() == native_) srgb_->make_current();
  if (srgb_) replace_surface();
}

void Window::swap() {
  surfaces_->video().swap(native_);
  const auto [width, height] = surfaces_->video().size_of(native_);
  if (width == shape_.width && height == shape_.height) return;
  surfaces_->warn(fmt::format("the window manager made a window of {}x{} into {}x{}: pictures of it may be wrong",
                              shape_.width, shape_.height, width, height));
}

}  // namespace replay
