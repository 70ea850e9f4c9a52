#include "replay/shrink/other_tools.h"

#include <glad/gl.h>

#include "glbindings/signature.h"
#include "replay/calls/frame_calls.h"

namespace replay {
namespace {

using loaders::Call;

// The first kept entry of a thread with one of these traits.
std::optional<EntryIndex> first_kept(const StoredRecording& recording, const Candidate& candidate, unsigned traits,
                                     std::optional<std::uint32_t> thread) {
  for (EntryIndex entry = 0; entry < recording.entries(); ++entry) {
    if (!candidate.kept[entry]) continue;
    const Call& call = recording.call(entry);
    const bool is_one = (glbindings::signature(call.function).traits & traits) != 0;
    if (is_one && call.thread == thread.value_or(call.thread)) return entry;
  }
  return std::nullopt;
}

Call made_up(Call call) {
  call.flags = loaders::kFake;
  return call;
}

}  // namespace

std::optional<EmptyFrame> empty_frame(const StoredRecording& recording, const Candidate& candidate) {
  const auto draw = first_kept(recording, candidate, glbindings::kRenders, {});
  if (!draw) return std::nullopt;
  const std::uint32_t thread = recording.call(*draw).thread;
  const auto frame_end = first_kept(recording, candidate, glbindings::kEndsFrame, thread);
  const auto viewport = viewport_before(recording, *draw);
  if (!frame_end || !viewport) return std::nullopt;
  EmptyFrame frame{.before = recording.number(*viewport) + 1, .calls = {}, .values = {}};
  frame.calls.push_back(made_up(recording.call(*frame_end)));
  constexpr std::uint64_t kAll = GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT;
  const loaders::Value& planes = frame.values.emplace_back(loaders::Value::of_uint(kAll));
  frame.calls.push_back({.function = glbindings::FunctionId::glClear,
                         .flags = loaders::kFake,
                         .thread = thread,
                         .args = &planes,
                         .argc = 1});
  return frame;
}

std::optional<EntryIndex> viewport_before(const StoredRecording& recording, EntryIndex place) {
  std::optional<EntryIndex> viewport;
  for (EntryIndex entry = 0; entry < place; ++entry) {
    const Call& call = recording.call(entry);
    if (call.thread != recording.call(place).thread) continue;
    if (const auto change = change_of_current(call); change && change->succeeded) viewport.reset();
    if (call.function == glbindings::FunctionId::glViewport && !viewport) viewport = entry;
  }
  return viewport;
}

}  // namespace replay
