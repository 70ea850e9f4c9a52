#include "replay/remap/front_buffer.h"

#include <utility>

namespace replay {

loaders::Result<std::unique_ptr<FrontBuffer>> FrontBuffer::create(Platform& platform, Window& window, bool was_shown) {
  auto other = platform.make_window_like(window);
  if (!other) return std::move(other).error();
  auto spare = platform.make_window_like(window);
  if (!spare) return std::move(spare).error();
  std::unique_ptr<FrontBuffer> made(new FrontBuffer(platform, *std::move(other), *std::move(spare)));
  if (!was_shown) return made;
  if (auto copied = platform.copy_color(window, *made->other_); !copied) return std::move(copied).error();
  return made;
}

loaders::Status FrontBuffer::exchange(Window& window) {
  if (auto kept = platform_.copy_color(window, *spare_); !kept) return kept;
  if (auto shown = platform_.copy_color(*other_, window); !shown) return shown;
  std::swap(other_, spare_);
  holds_front_ = !holds_front_;
  return {};
}

bool FrontBuffer::holds(WindowBuffer buffer) const {
  if (same_ || buffer == WindowBuffer::kBoth) return same_ && buffer == WindowBuffer::kBoth;
  return holds_front_ == (buffer == WindowBuffer::kFront);
}

loaders::Status FrontBuffer::hold(Window& window, WindowBuffer buffer) {
  if (holds(buffer)) return {};
  if (buffer == WindowBuffer::kBoth) {
    auto held = holds_front_ ? exchange(window) : loaders::Status();
    same_ = static_cast<bool>(held);
    return held;
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

loaders::Status FrontBuffer::swap(Window& window) {
  if (same_) return {};
  return holds_front_ ? platform_.copy_color(*other_, window) : platform_.copy_color(window, *other_);
}

loaders::Status FrontBuffer::resize(int width, int height) {
  if (auto resized = other_->resize(width, height); !resized) return resized;
  return spare_->resize(width, height);
}

}  // namespace replay
