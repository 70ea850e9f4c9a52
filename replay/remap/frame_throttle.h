// FrameThrottle: lets the driver be at most one frame behind.
//
// A swap on a display waits for earlier frames, but a swap of an offscreen surface does nothing. Without waiting, a
// driver would collect commands and memory without limit.
//
// A driver that draws on the CPU keeps what it needs of a frame until the frame is drawn, and keeps that memory for
// later ones: up to 70 MiB in llvmpipe. It gains time by a frame behind only where frames are short, for otherwise
// drawing has all processors anyway. So long frames are waited for there.
#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <optional>

struct GladGLContext;

namespace replay {

class FrameThrottle {
 public:
  // The driver draws one frame while the next one is issued. With two, llvmpipe draws no faster.
  static constexpr std::size_t kFramesInFlight = 1;

  // To be called after a swap, while the context is current.
  void frame_ends(const GladGLContext& gl);

 private:
  using Clock = std::chrono::steady_clock;

  std::size_t frames_in_flight(const GladGLContext& gl);

  std::deque<void*> fences_;  // GLsync objects, oldest first; they are destroyed with the context
  std::optional<bool> draws_on_cpu_;
  Clock::time_point last_end_{};
};

}  // namespace replay
