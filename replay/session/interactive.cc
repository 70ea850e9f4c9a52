#include "replay/session/interactive.h"

#include <thread>

#include "replay/process/signals.h"

namespace replay {
namespace {

constexpr std::chrono::milliseconds kPausePoll{15};

}  // namespace

Interactive::Interactive(Platform& platform, const ReplayOptions& options)
    : platform_(platform),
      has_window_(!platform.is_headless()) {
  // Nobody sees a film while it is made.
  if (options.fps && (has_window_ || !options.makes_film())) {
    frame_time_ = std::chrono::duration_cast<std::chrono::steady_clock::duration>(
        std::chrono::duration<double>(1.0 / *options.fps));
  }
  const auto last = options.hold_at ? options.hold_at : options.frames.last();
  if (has_window_ && last) hold_at_ = *last;
}

bool Interactive::next_frame(std::uint64_t frame) {
  keep_pace();
  if (asked_to_end() != 0) return false;
  if (!has_window_) return true;
  if (frame >= hold_at_ || pausing_) paused_ = true;
  if (saving_ && save_) save_(frame);
  pausing_ = saving_ = false;
  for (;;) {
    const Wish wish = ask(frame);
    ended_ = wish == Wish::kEnd || asked_to_end() != 0;
    if (ended_) return false;
    if (wish == Wish::kStep || !paused_) return true;
    std::this_thread::sleep_for(kPausePoll);
  }
}

Interactive::Wish Interactive::ask(std::uint64_t frame) {
  Wish wish = Wish::kNone;
  for (const Event event : platform_.process_events()) {
    switch (event) {
      case Event::kQuit:
      case Event::kEscape: return Wish::kEnd;
      case Event::kSpace: toggle_pause(); break;
      case Event::kRight:
        if (paused_) wish = Wish::kStep;
        else pausing_ = true;
        break;
      case Event::kS:
        if (!paused_) saving_ = true;
        else if (save_) save_(frame);
        break;
    }
  }
  return wish;
}

void Interactive::toggle_pause() {
  if (!paused_) {
    pausing_ = true;
    return;
  }
  paused_ = false;
  hold_at_ = UINT64_MAX;
}

void Interactive::keep_pace() {
  if (frame_time_ == std::chrono::steady_clock::duration::zero()) return;
  const auto now = std::chrono::steady_clock::now();
  if (next_due_ < now) next_due_ = now;
  std::this_thread::sleep_until(next_due_);
  next_due_ += frame_time_;
}

}  // namespace replay
