#include "replay/remap/frame_throttle.h"

#include <glad/gl.h>

#include <utility>

#include "replay/base/renderer.h"
#include "replay/platform/listener.h"

namespace replay {
namespace {

constexpr std::chrono::milliseconds kLongFrame{2};  // from one swap to the next
constexpr GLuint64 kLongestWait = 10'000'000'000;   // nanoseconds; a fence of a lost context is never signalled

bool is_drawn_on_cpu(const GladGLContext& gl) {
  const auto* renderer = reinterpret_cast<const char*>(gl.GetString(GL_RENDERER));
  return renderer != nullptr && draws_on_cpu(renderer);
}

}  // namespace

std::size_t FrameThrottle::frames_in_flight(const GladGLContext& gl) {
  if (!draws_on_cpu_) draws_on_cpu_ = is_drawn_on_cpu(gl);
  const Clock::time_point now = Clock::now();
  const bool is_long = now - std::exchange(last_end_, now) > kLongFrame;
  return *draws_on_cpu_ && is_long ? 0 : kFramesInFlight;
}

void FrameThrottle::frame_ends(const GladGLContext& gl) {
  const NotHeard waiting_draws_nothing;
  if (gl.FenceSync == nullptr || gl.ClientWaitSync == nullptr) {
    gl.Finish();
    return;
  }
  fences_.push_back(gl.FenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0));
  gl.Flush();
  const std::size_t most = frames_in_flight(gl);
  while (fences_.size() > most) {
    auto* oldest = static_cast<GLsync>(fences_.front());
    fences_.pop_front();
    if (oldest == nullptr) continue;
    gl.ClientWaitSync(oldest, 0, kLongestWait);
    gl.DeleteSync(oldest);
  }
}

}  // namespace replay
