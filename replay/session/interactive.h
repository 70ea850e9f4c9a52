// Interactive: the keys of a replay in a window, and the pace of a replay with --fps.
//
//   space        pause, go on            S         save a picture of what is shown
//   right arrow  pause, one frame on     Escape    end
//
// What a window shows cannot be read back reliably, so a frame that may be saved is read before its swap. That a pause
// is coming must be known one frame ahead for this: keys that arrive while the replay runs take effect at the next
// frame.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>

#include "replay/command_line/options.h"
#include "replay/platform/platform.h"
#include "replay/player/player.h"

namespace replay {

class Interactive : public Pacing {
 public:
  Interactive(Platform& platform, const ReplayOptions& options);

  // Called with the number of the frame on the screen when S is pressed.
  void on_save(std::function<void(std::uint64_t frame)> save) { save_ = std::move(save); }

  // True when --frame asks to look at its last frame, not to stop after it.
  bool holds() const { return hold_at_ != UINT64_MAX; }

  // Whether a picture of `frame`, which has not been swapped yet, should be kept for the S key.
  bool wants_picture(std::uint64_t frame) const { return paused_ || pausing_ || saving_ || frame >= hold_at_; }

  bool next_frame(std::uint64_t frame) override;

  // Returns whether the person at the window has ended the replay.
  bool ended() const { return ended_; }

 private:
  enum class Wish : std::uint8_t { kNone, kStep, kEnd };
  Wish ask(std::uint64_t frame);
  void toggle_pause();
  void keep_pace();

  Platform& platform_;
  bool has_window_;
  std::uint64_t hold_at_ = UINT64_MAX;  // the frame that --frame asks to look at
  bool paused_ = false, ended_ = false;
  bool pausing_ = false, saving_ = false;             // requested while running; takes effect at the next frame
  std::chrono::steady_clock::duration frame_time_{};  // 0: as fast as possible
  std::chrono::steady_clock::time_point next_due_{};
  std::function<void(std::uint64_t)> save_;
};

}  // namespace replay
