#include "replay/dispatch/policies/draws.h"

#include <glad/gl.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "replay/dispatch/array_reach.h"
#include "replay/dispatch/arrays_without_storage.h"
#include "replay/dispatch/policies/buffers.h"

namespace replay {
namespace {

// The most bytes that a driver stores for each vertex of a display list.
constexpr std::uint64_t kVertexBytes = 64;

// Returns the argument for the parameter `name`, or null when the function has no such parameter.
const loaders::Value* argument(const CallInProgress& attempt, std::string_view name) {
  const auto params = glbindings::signature(attempt.call.function).params();
  for (std::size_t i = 0; i < params.size(); ++i) {
    if (params[i].name() == name) return &attempt.arg(i);
  }
  return nullptr;
}

std::int64_t number(const loaders::Value* value) { return value != nullptr ? value->i : 0; }

// One draw of a call, which may make several.
struct Range {
  std::int64_t first = 0, count = 0;
  const loaders::Value* indices = nullptr;  // null when the draw has no indices
  std::int64_t base_vertex = 0;
};

// Returns the draws of a call, or nothing for a call whose arguments are in a buffer (indirect draws, transform
// feedback).
std::optional<std::vector<Range>> draws_of(const CallInProgress& attempt) {
  const auto *first = argument(attempt, "first"), *count = argument(attempt, "count"),
             *indices = argument(attempt, "indices");
  const auto* base = argument(attempt, "basevertex");
  if (count == nullptr || (first == nullptr && indices == nullptr)) return std::nullopt;
  if (count->kind != loaders::ValueKind::kArray)
    return std::vector{Range{number(first), count->i, indices, number(base)}};
  const auto counts = count->array<std::int32_t>();
  const auto firsts = first != nullptr ? first->array<std::int32_t>() : std::span<const std::int32_t>();
  const bool has_pointers = indices != nullptr && indices->elem == loaders::Elem::kValue;
  const auto pointers = has_pointers ? indices->array<loaders::Value>() : std::span<const loaders::Value>();
  const auto bases = base != nullptr ? base->array<std::int32_t>() : std::span<const std::int32_t>();
  const std::size_t length = first != nullptr ? firsts.size() : pointers.size();
  std::vector<Range> ranges(std::min(counts.size(), length));
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    ranges[i].count = counts[i];
    if (first != nullptr) ranges[i].first = firsts[i];
    else ranges[i].indices = &pointers[i];
    if (i < bases.size()) ranges[i].base_vertex = bases[i];
  }
  return ranges;
}

// Returns the index that ends a primitive, and that no vertex is fetched for.
std::optional<std::uint32_t> restart_index(const GladGLContext& gl, std::uint32_t type) {
  if (gl.IsEnabled(GL_PRIMITIVE_RESTART_FIXED_INDEX))
    return type == GL_UNSIGNED_INT ? ~0u : (1u << 8 * index_bytes(type)) - 1;
  if (!gl.IsEnabled(GL_PRIMITIVE_RESTART)) return std::nullopt;
  GLint index = 0;
  gl.GetIntegerv(GL_PRIMITIVE_RESTART_INDEX, &index);
  return static_cast<std::uint32_t>(index);
}

template <class Index>
std::int64_t highest(const void* indices, std::int64_t count, std::optional<std::uint32_t> restart) {
  std::int64_t found = -1;
  for (std::int64_t i = 0; i < count; ++i) {
    Index index;
    std::memcpy(&index, static_cast<const std::byte*>(indices) + i * static_cast<std::int64_t>(sizeof index),
                sizeof index);
    if (!restart || index != *restart) found = std::max(found, std::int64_t{index});
  }
  return found;
}

// Returns the indices of a draw from client memory or from the bound buffer. When the driver would read past their
// end, it skips the call and returns null.
const void* indices_of(CallInProgress& attempt, const Range& range, std::int64_t bytes) {
  const GladGLContext& gl = *attempt.dispatcher.gl;
  GLint buffer = 0, size = 0;
  gl.GetIntegerv(GL_ELEMENT_ARRAY_BUFFER_BINDING, &buffer);
  const bool offsets = attempt.context().bound(BufferTarget::kElementArray) != 0;
  if (offsets != (buffer != 0)) {
    attempt.skip(Skip::kStrayAddress);
    return nullptr;
  }
  if (!offsets) return readable(attempt, *range.indices, bytes, 1);
  gl.GetBufferParameteriv(GL_ELEMENT_ARRAY_BUFFER, GL_BUFFER_SIZE, &size);
  const auto offset = reinterpret_cast<std::uintptr_t>(offset_pointer<const void*>(*range.indices));
  const auto end = static_cast<std::uint64_t>(std::max(size, 0));
  if (offset > end || static_cast<std::uint64_t>(bytes) > end - offset) {
    attempt.skip(Skip::kShortData);
    return nullptr;
  }
  std::byte* copy = zeroed(attempt, bytes);
  if (copy != nullptr) gl.GetBufferSubData(GL_ELEMENT_ARRAY_BUFFER, static_cast<GLintptr>(offset), bytes, copy);
  return copy;
}

// Returns the highest index for which the draw reads the arrays, or -1. Skips the call when some of its indices are
// missing.
std::int64_t highest_index(CallInProgress& attempt, const Range& range) {
  if (range.indices == nullptr) return range.first < 0 ? kNoIndex : range.first + range.count - 1;
  const auto type = static_cast<std::uint32_t>(number(argument(attempt, "type")));
  const std::int64_t size = index_bytes(type);
  if (size == 0) return -1;  // GL refuses the type
  const void* indices = indices_of(attempt, range, range.count * size);
  if (indices == nullptr) return -1;
  const auto restart = restart_index(*attempt.dispatcher.gl, type);
  const std::int64_t found = size == 1   ? highest<std::uint8_t>(indices, range.count, restart)
                             : size == 2 ? highest<std::uint16_t>(indices, range.count, restart)
                                         : highest<std::uint32_t>(indices, range.count, restart);
  // A negative base could lead to a vertex before the start of the arrays, which is as bad as one past their end.
  return found < 0 ? -1 : range.base_vertex < 0 ? kNoIndex : found + range.base_vertex;
}

void add_to_list(CallInProgress& attempt, std::int64_t vertices) {
  RecordedContext& context = attempt.context();
  if (context.compiled_list == 0) return;
  Storage& storage = context.group->storage;
  const std::uint64_t before = storage.taken(Storage::Of::kLists, context.compiled_list);
  const std::uint64_t bytes = before + static_cast<std::uint64_t>(vertices) * kVertexBytes;
  if (!storage.take(Storage::Of::kLists, context.compiled_list, bytes, attempt.dispatcher.limits)) {
    return attempt.skip(Skip::kTooMuchStorage);
  }
  context.group->list_costs.add_work(context.compiled_list, static_cast<std::uint64_t>(vertices));
}

// Checks the bounds of a draw, for drivers that read the arrays at once without checking how long they are.
void check_bounds(CallInProgress& attempt) {
  const auto draws = draws_of(attempt);
  if (!draws) return attempt.skip(Skip::kBadValue);
  const GlErrors::Asking asking(attempt.dispatcher.errors);
  const std::int64_t last = last_index(attempt.dispatcher);
  std::int64_t vertices = 0;
  for (const Range& range : *draws) {
    if (range.count <= 0) continue;
    if (highest_index(attempt, range) > last) attempt.skip(Skip::kShortData);
    if (!attempt.ok) return;
    vertices += range.count;
  }
  add_to_list(attempt, vertices);
}

}  // namespace

void prepare_draw(CallInProgress& attempt) {
  Dispatcher& dispatcher = attempt.dispatcher;
  if (attempt.context().arrays->may_be_empty()) fill_empty_arrays(dispatcher);
  if (attempt.context().arrays->may_be_empty()) return attempt.skip(Skip::kNoData);
  if (attempt.ok && attempt.context().checks_draws) check_bounds(attempt);
}

void limit_counts(CallInProgress& attempt, const std::int32_t* counts, std::int64_t draws) {
  std::int64_t sum = 0;
  for (std::int64_t i = 0; i < draws; ++i) sum += std::max(counts[i], 0);
  if (static_cast<std::uint64_t>(sum) > attempt.dispatcher.limits.vertices) attempt.skip(Skip::kTooMuchWork);
}

void limit_mesh(CallInProgress& attempt, std::int64_t columns, std::int64_t rows) {
  limit_work(attempt, columns, rows, attempt.dispatcher.limits.vertices);
  const RecordedContext& context = attempt.context();
  if (!attempt.ok || context.compiled_list == 0 || columns <= 0 || rows <= 0) return;
  context.group->list_costs.add_work(context.compiled_list, static_cast<std::uint64_t>(columns * rows));
}

}  // namespace replay
