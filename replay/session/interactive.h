// Interactive: the pace of a replay with --fps, and the end that a person at one of its windows asks for.
#pragma once

#include <chrono>
#include <cstdint>

#include "replay/command_line/options.h"
#include "replay/platform/platform.h"
#include "replay/player/player.h"

namespace replay {

class Interactive : public Pacing {
 public:
  Interactive(Platform& platform, const ReplayOptions& options);

  bool next_frame(std::uint64_t frame) override;

  // Returns whether the person at the window has ended the replay: closed it, or pressed q or Escape.
  bool ended() const { return ended_; }

 private:
  void keep_pace();

  Platform& platform_;
  bool ended_ = false;
  std::chrono::steady_clock::duration frame_time_{};  // 0: as fast as possible
  std::chrono::steady_clock::time_point next_due_{};
};

}  // namespace replay
