// Feedback and selection. GL writes into memory that it got earlier, as long as it is in this mode.
#include <algorithm>
#include <utility>

#include "replay/dispatch/asked.h"
#include "replay/handlers/common.h"

namespace replay::handlers {
namespace {

constexpr std::int64_t kMaxValues = 1 << 24;

// Keeps only the buffer that GL uses. GL may have refused the newest one, and then it goes on writing to an older one.
template <class Buffers>
void keep_held(Dispatcher& d, Buffers& buffers, GLenum pointer_name) {
  const GlErrors::Asking asking(d.errors);
  void* held = nullptr;
  if (d.gl->GetPointerv != nullptr) d.gl->GetPointerv(pointer_name, &held);
  const auto found =
      std::find_if(buffers.begin(), buffers.end(), [held](const auto& buffer) { return buffer.data() == held; });
  if (found == buffers.end()) return;  // inside glBegin GL does not answer
  std::swap(*found, buffers.front());
  buffers.erase(buffers.begin() + 1, buffers.end());
}

// Returns memory that GL may write `size` values to from now on, or null when the call cannot be issued.
template <class Buffers>
auto* new_buffer(Dispatcher& d, const Call& call, Buffers& buffers, Storage::Of kind) {
  using Element = typename Buffers::value_type::value_type;
  constexpr std::size_t kMaxKept = 8;  // more are only kept when GL refused them
  const std::int64_t size = call.args[0].i;
  Element* const none = nullptr;
  if (size < 0 || size > kMaxValues || buffers.size() >= kMaxKept) {
    d.skip(call, Skip::kBadValue);
    return none;
  }
  std::uint64_t bytes = static_cast<std::uint64_t>(size) * sizeof(Element);
  for (const auto& buffer : buffers) bytes += buffer.size() * sizeof(Element);
  if (!d.context->group->storage.take(kind, d.context->handle, bytes, d.limits)) {
    d.skip(call, Skip::kTooMuchStorage);
    return none;
  }
  return buffers.emplace_back(static_cast<std::size_t>(size) + 1).data();
}

}  // namespace

void feedback_buffer(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::FeedbackBuffer);
  if (function == nullptr) return;
  auto* memory = new_buffer(d, call, d.context->feedback, Storage::Of::kFeedback);
  if (memory == nullptr) return;
  function(i32(call, 0), u32(call, 1), memory);
  keep_held(d, d.context->feedback, GL_FEEDBACK_BUFFER_POINTER);
}

void select_buffer(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::SelectBuffer);
  if (function == nullptr) return;
  auto* memory = new_buffer(d, call, d.context->selection, Storage::Of::kSelection);
  if (memory == nullptr) return;
  function(i32(call, 0), memory);
  keep_held(d, d.context->selection, GL_SELECTION_BUFFER_POINTER);
}

void render_mode(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::RenderMode);
  if (function == nullptr) return;
  function(u32(call, 0));
  if (const auto mode = asked(d, GL_RENDER_MODE)) d.context->renders = *mode == GL_RENDER;
  d.context->follow_checks();
}

}  // namespace replay::handlers
