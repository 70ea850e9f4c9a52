// Draws with an array of index pointers, each of which is an offset or points to client memory.
#include <algorithm>
#include <optional>

#include "replay/handlers/common.h"

namespace replay::handlers {
namespace {

// Returns the pointers of the draws. When one of them cannot be used, it skips the call and returns null.
const void** index_pointers(CallInProgress& attempt, const Value& value, const GLsizei* counts, std::int64_t draws,
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

// Returns element `index` of an array of modes whose elements are `stride` bytes apart. Recorders may write or omit
// the elements in between. Returns nothing when the element is not recorded.
std::optional<Value> mode_at(const Value& modes, std::size_t index, std::int64_t stride) {
  constexpr std::int64_t kBytes = sizeof(GLenum);
  const std::size_t at = index * static_cast<std::size_t>(stride > 0 ? stride / kBytes : 0);
  const auto recorded = modes.array<std::uint32_t>();
  if (at >= recorded.size()) return std::nullopt;
  return Value::of_uint(recorded[at]);
}

}  // namespace

// Issues one draw after the other by the row of its own function, as OpenGL defines it.
void multi_mode_draw(Dispatcher& d, const Call& call) {
  using glbindings::FunctionId;
  if (!has_context(d, call)) return;
  const bool by_elements = call.function == FunctionId::glMultiModeDrawElementsIBM;
  const std::size_t last = by_elements ? 4 : 3;
  // glDrawElements has a count and indices for each draw, glDrawArrays has a first vertex and a count.
  const auto firsts_or_counts = call.args[1].array<std::int32_t>();
  const auto counts = call.args[2].array<std::int32_t>();
  const auto indices = call.args[3].array<Value>();
  const std::size_t recorded = std::min(firsts_or_counts.size(), by_elements ? indices.size() : counts.size());
  const std::int64_t draws = call.args[last].i;
  for (std::int64_t i = 0; i < draws; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const auto mode = mode_at(call.args[0], at, call.args[last + 1].i);
    if (!mode || at >= recorded) return d.skip(call, Skip::kShortData);
    Value arguments[4] = {*mode, Value::of_sint(firsts_or_counts[at]), call.args[2], call.args[3]};
    if (by_elements) arguments[3] = indices[at];
    else arguments[2] = Value::of_sint(counts[at]);
    Call draw = call;
    draw.function = by_elements ? FunctionId::glDrawElements : FunctionId::glDrawArrays;
    draw.flags &= static_cast<std::uint16_t>(~loaders::kTimed);
    draw.has_result = 0;
    draw.args = arguments;
    draw.argc = by_elements ? 4 : 3;
    gl_rows()[static_cast<std::size_t>(draw.function)](d, draw);
  }
}

void multi_draw_elements(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::MultiDrawElements);
  if (function == nullptr) return;
  d.scratch.reset();
  CallInProgress attempt{d, call};
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
  CallInProgress attempt{d, call};
  const auto* counts = Counts<Arg<4>>::get<const GLsizei*>(attempt, call.args[1]);
  const auto* base_vertices = In<Arg<4>>::get<const GLint*>(attempt, call.args[5]);
  if (!attempt.ok) return;
  const void** indices = index_pointers(attempt, call.args[3], counts, Arg<4>::count(attempt), u32(call, 2));
  if (attempt.ok && needs_preparation(*d.context)) prepare_draw(attempt);
  if (attempt.ok) function(u32(call, 0), counts, u32(call, 2), indices, i32(call, 4), base_vertices);
}

}  // namespace replay::handlers
