#include "replay/remap/front_buffer.h"

#include <utility>

namespace replay {

std::unique_ptr<FrontBuffer> FrontBuffer::create(Platform& platform, Window& window, bool was_shown, std::string& error) {
  auto other = platform.make_window_like(window, error);
  auto spare = other ? platform.make_window_like(window, error) : nullptr;
  if (!spare) return nullptr;
  std::unique_ptr<FrontBuffer> made(new FrontBuffer(platform, std::move(other), std::move(spare)));
  if (!was_shown || platform.copy_color(window, *made->other_)) return made;
  error = "the driver cannot copy a window";
  return nullptr;
}

bool FrontBuffer::exchange(Window& window) {
  if (!platform_.copy_color(window, *spare_) || !platform_.copy_color(*other_, window)) return false;
  std::swap(other_, spare_);
  holds_front_ = !holds_front_;
  return true;
}

bool FrontBuffer::holds(WindowBuffer buffer) const {
  if (same_ || buffer == WindowBuffer::kBoth) return same_ && buffer == WindowBuffer::kBoth;
  return holds_front_ == (buffer == WindowBuffer::kFront);
}

bool FrontBuffer::hold(Window& window, WindowBuffer buffer) {
  if (holds(buffer)) return true;
  if (buffer == WindowBuffer::kBoth) {
    same_ = !holds_front_ || exchange(window);
    return same_;
  }
  const bool front = buffer == WindowBuffer::kFront;
  if (std::exchange(same_, false)) {
    holds_front_ = front;
    return platform_.copy_color(window, *other_);
  }
  return exchange(window);
}

Window& FrontBuffer::read_from(Window& window, WindowBuffer buffer) const {
  return same_ || (buffer == WindowBuffer::kFront) == holds_front_ ? window : *other_;
}

bool FrontBuffer::swap(Window& window) {
  if (same_) return true;
  return holds_front_ ? platform_.copy_color(*other_, window) : platform_.copy_color(window, *other_);
}

bool FrontBuffer::resize(int width, int height, std::string& error) {
  return other_->resize(width, height, error) && spare_->resize(width, height, error);
}

}  // namespace replay
