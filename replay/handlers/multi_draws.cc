// Draws with an array of index pointers, each of which is an offset or client memory of its own.
#include "replay/handlers/common.h"

namespace replay::handlers {
namespace {

// The pointers of `count` draws; null and a skip when one of them cannot be used.
const void** index_pointers(Attempt& attempt, const Value& value, const GLsizei* counts, std::int64_t draws,
                            std::uint32_t type) {
  const auto recorded = value.array<Value>();
  if (draws > 0 && value.elem != loaders::Elem::kValue) attempt.skip(Skip::kNoData);
  if (static_cast<std::uint64_t>(draws) > recorded.size()) attempt.skip(Skip::kShortData);
  if (!attempt.ok) return nullptr;
  const bool offsets = attempt.context().bound(BufferTarget::kElementArray) != 0;
  const auto size = static_cast<std::int64_t>(index_bytes(type));
  auto** pointers = attempt.scratch<const void*>(static_cast<std::size_t>(draws) + 1);
  for (std::size_t i = 0; i < static_cast<std::size_t>(draws); ++i) {
    pointers[i] = offsets ? offset_pointer<const void*>(recorded[i])
                          : readable(attempt, recorded[i], clamp_length(counts[i]) * size, size > 0 ? size : 1);
  }
  return pointers;
}

}  // namespace

void multi_draw_elements(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::MultiDrawElements);
  if (function == nullptr) return;
  d.scratch.reset();
  Attempt attempt{d, call};
  const auto* counts = Counts<Arg<4>>::get<const GLsizei*>(attempt, call.args[1]);
  if (!attempt.ok) return;
  const void** indices = index_pointers(attempt, call.args[3], counts, Arg<4>::count(attempt), u32(call, 2));
  if (attempt.ok && needs_preparation(*d.context)) prepare_draw(attempt);
  if (attempt.ok) function(u32(call, 0), counts, u32(call, 2), indices, i32(call, 4));
}

void multi_draw_elements_base_vertex(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::MultiDrawElementsBaseVertex);
  if (function == nullptr) return;
  d.scratch.reset();
  Attempt attempt{d, call};
  const auto* counts = Counts<Arg<4>>::get<const GLsizei*>(attempt, call.args[1]);
  const auto* base_vertices = In<Arg<4>>::get<const GLint*>(attempt, call.args[5]);
  if (!attempt.ok) return;
  const void** indices = index_pointers(attempt, call.args[3], counts, Arg<4>::count(attempt), u32(call, 2));
  if (attempt.ok && needs_preparation(*d.context)) prepare_draw(attempt);
  if (attempt.ok) function(u32(call, 0), counts, u32(call, 2), indices, i32(call, 4), base_vertices);
}

}  // namespace replay::handlers
