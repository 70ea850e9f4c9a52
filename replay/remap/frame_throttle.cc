#include "replay/remap/frame_throttle.h"

#include <glad/gl.h>

#include "replay/platform/listener.h"

namespace replay {
namespace {

constexpr GLuint64 kLongestWait = 10'000'000'000;  // nanoseconds; a fence of a lost context is never signalled

}  // namespace

void FrameThrottle::frame_ends(const GladGLContext& gl) {
  const NotHeard waiting_draws_nothing;
  if (gl.FenceSync == nullptr || gl.ClientWaitSync == nullptr) {
    gl.Finish();
    return;
  }
  fences_.push_back(gl.FenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0));
  gl.Flush();
  while (fences_.size() > kFramesInFlight) {
    auto* oldest = static_cast<GLsync>(fences_.front());
    fences_.pop_front();
    if (oldest == nullptr) continue;
    gl.ClientWaitSync(oldest, 0, kLongestWait);
    gl.DeleteSync(oldest);
  }
}

}  // namespace replay
