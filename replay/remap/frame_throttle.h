// FrameThrottle: keeps the driver at most a few frames behind.
//
// A swap on a display waits for earlier frames; a swap of an offscreen surface does nothing at all, and a driver that is never
// waited for collects commands and memory without bound.
#pragma once

#include <deque>

struct GladGLContext;

namespace replay {

class FrameThrottle {
 public:
  static constexpr std::size_t kFramesInFlight = 2;

  // After a swap, with the context current.
  void frame_ends(const GladGLContext& gl);

 private:
  std::deque<void*> fences_;  // GLsync, oldest first; they go with the context
};

}  // namespace replay
