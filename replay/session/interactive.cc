#include "replay/session/interactive.h"

#include <algorithm>
#include <thread>

#include "replay/process/signals.h"

namespace replay {

Interactive::Interactive(Platform& platform, const ReplayOptions& options) : platform_(platform) {
  // Nobody sees a film while it is made.
  if (options.fps && (!platform.is_headless() || !options.makes_film())) {
    frame_time_ = std::chrono::duration_cast<std::chrono::steady_clock::duration>(
        std::chrono::duration<double>(1.0 / *options.fps));
  }
}

bool Interactive::next_frame(std::uint64_t) {
  keep_pace();
  if (asked_to_end() != 0) return false;
  if (platform_.is_headless()) return true;
  ended_ = std::ranges::any_of(platform_.process_events().presses, [](const KeyPress& press) {
    return press.key == Key::kClose || press.key == Key::kEscape || press.key == key_of('q');
  });
  return !ended_;
}

void Interactive::keep_pace() {
  if (frame_time_ == std::chrono::steady_clock::duration::zero()) return;
  const auto now = std::chrono::steady_clock::now();
  if (next_due_ < now) next_due_ = now;
  std::this_thread::sleep_until(next_due_);
  next_due_ += frame_time_;
}

}  // namespace replay
