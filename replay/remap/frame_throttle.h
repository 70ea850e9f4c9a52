// FrameThrottle: lets the driver be at most a few frames behind.
//
// A swap on a display waits for earlier frames, but a swap of an offscreen surface does nothing. Without waiting, a
// driver would collect commands and memory without limit.
#pragma once

#include <deque>

struct GladGLContext;

namespace replay {

class FrameThrottle {
 public:
  static constexpr std::size_t kFramesInFlight = 2;

  // To be called after a swap, while the context is current.
  void frame_ends(const GladGLContext& gl);

 private:
  std::deque<void*> fences_;  // GLsync objects, oldest first; they are destroyed with the context
};

}  // namespace replay
