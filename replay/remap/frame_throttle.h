// FrameThrottle: lets the driver be at most one frame behind.
//
// A swap on a display waits for earlier frames, but a swap of an offscreen surface does nothing. Without waiting, a
// driver would collect commands and memory without limit.
#pragma once

#include <deque>

struct GladGLContext;

namespace replay {

class FrameThrottle {
 public:
  // The driver draws one frame while the next one is issued. With two, llvmpipe draws no faster and holds one frame
  // more, which is up to 60 MiB.
  static constexpr std::size_t kFramesInFlight = 1;

  // To be called after a swap, while the context is current.
  void frame_ends(const GladGLContext& gl);

 private:
  std::deque<void*> fences_;  // GLsync objects, oldest first; they are destroyed with the context
};

}  // namespace replay
