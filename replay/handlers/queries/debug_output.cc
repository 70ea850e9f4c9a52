// Debug output belongs to the replayer, which gets GL errors from it. So the recorded program's calls for it are not
// issued. Labels, markers and groups are ordinary rows.
#include "replay/handlers/common.h"
#include "replay/handlers/window_system/window_common.h"

namespace replay::handlers {
namespace {

bool is_ours(std::uint32_t capability) {
  return capability == GL_DEBUG_OUTPUT || capability == GL_DEBUG_OUTPUT_SYNCHRONOUS;
}

}  // namespace

void enable(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::Enable);
  if (function != nullptr && !is_ours(u32(call, 0))) function(u32(call, 0));
}

void disable(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::Disable);
  // The last moment to see what it was on for.
  if (function != nullptr && u32(call, 0) == GL_FRAMEBUFFER_SRGB) check_srgb(d);
  if (function != nullptr && !is_ours(u32(call, 0))) function(u32(call, 0));
}

void debug_message_callback(Dispatcher&, const Call&) {}
void debug_message_control(Dispatcher&, const Call&) {}

}  // namespace replay::handlers
