#include "replay/platform/window.h"

#include <spdlog/fmt/fmt.h>

#include <utility>

#include "replay/platform/sdl_library.h"
#include "replay/platform/srgb_surface.h"

namespace replay {
namespace {

std::uint32_t next_id = 0, next_surface = 0;

}  // namespace

Window::Window(std::shared_ptr<Surfaces> surfaces, SurfaceFormat& format, SDL_Window* sdl, WindowShape shape)
    : surfaces_(std::move(surfaces)),
      format_(&format),
      sdl_(sdl),
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

Window::~Window() { sdl::DestroyWindow(sdl_); }

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
  SDL_Window* fresh = *made;
  int x = 0, y = 0;
  sdl::GetWindowPosition(sdl_, &x, &y);
  sdl::SetWindowPosition(fresh, x, y);
  const bool kept_srgb = srgb_ != nullptr;
  const SdlContext current = sdl::GL_GetCurrentWindow() == sdl_ ? sdl::GL_GetCurrentContext() : nullptr;
  // When Mesa makes a context current on another surface, it lets go of the buffers of surfaces that are destroyed by
  // then. Later it would do so only when that context changes its surface once more.
  if (current != nullptr) sdl::GL_MakeCurrent(nullptr, nullptr);
  srgb_.reset();
  sdl::DestroyWindow(std::exchange(sdl_, fresh));
  surfaces_->clear(fresh, format);
  if (current != nullptr) sdl::GL_MakeCurrent(fresh, current);
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
    const RestoreCurrent restore;
    const GladGLContext* gl = surfaces_->keep_house(sdl_, *format_);
    if (gl) srgb_ = SrgbSurface::like_current();
    if (srgb_ && srgb_->make_current()) clear_all(*gl);
  }
  cleared_ = cleared_ || srgb_;
  shape_.srgb = srgb_ != nullptr;
  if (!srgb_)
    surfaces_->warn(
        "no surface that keeps sRGB, as a window of OpenGL ES does in the recording: what is drawn into it is darker");
  if (srgb_ && sdl::GL_GetCurrentWindow() == sdl_) srgb_->make_current();
  if (srgb_) replace_surface();
}

void Window::swap() {
  sdl::GL_SwapWindow(sdl_);
  int width = 0, height = 0;
  sdl::GetWindowSize(sdl_, &width, &height);
  if (width == shape_.width && height == shape_.height) return;
  surfaces_->warn(fmt::format("the window manager made a window of {}x{} into {}x{}: pictures of it may be wrong",
                              shape_.width, shape_.height, width, height));
}

}  // namespace replay
