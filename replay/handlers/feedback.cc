// Feedback and selection. GL writes into memory that was handed over earlier, for as long as the mode lasts.
#include "replay/handlers/common.h"

namespace replay::handlers {
namespace {

constexpr std::int64_t kMostValues = 1 << 24;

}  // namespace

void feedback_buffer(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::FeedbackBuffer);
  if (function == nullptr) return;
  const std::int64_t size = call.args[0].i;
  if (size < 0 || size > kMostValues) return d.skip(call, Skip::kBadValue);
  // A new vector: GL may still write to the old one if it refuses this call.
  std::vector<float> memory(static_cast<std::size_t>(size) + 1);
  function(static_cast<GLsizei>(size), u32(call, 1), memory.data());
  d.context->feedback.push_back(std::move(memory));
}

void select_buffer(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::SelectBuffer);
  if (function == nullptr) return;
  const std::int64_t size = call.args[0].i;
  if (size < 0 || size > kMostValues) return d.skip(call, Skip::kBadValue);
  std::vector<std::uint32_t> memory(static_cast<std::size_t>(size) + 1);
  function(static_cast<GLsizei>(size), memory.data());
  d.context->selection.push_back(std::move(memory));
}

// Back in GL_RENDER mode only the memory that was handed over last can be written to again.
void render_mode(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::RenderMode);
  if (function == nullptr) return;
  function(u32(call, 0));
  auto keep_last = [](auto& buffers) {
    if (buffers.size() > 1) buffers.erase(buffers.begin(), buffers.end() - 1);
  };
  if (u32(call, 0) != GL_RENDER) return;
  keep_last(d.context->feedback);
  keep_last(d.context->selection);
}

}  // namespace replay::handlers
