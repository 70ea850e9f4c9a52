// Draws. WebGL draws nothing when an array that the program reads is shorter than the draw needs; GL would read beyond
// its end. Only the driver knows which arrays the program reads, so a draw with short arrays becomes a call that has a
// list of them.
#include <algorithm>

#include "loaders/wtf/webgl/translator.h"

namespace loaders::wtf::webgl {
namespace {

using glbindings::FunctionId;

}  // namespace

Outcome Translator::clear(Operation&) {
  mark_drawn();
  return Outcome::kCall;
}

// A draw changes the canvas unless a framebuffer object is bound.
void Translator::mark_drawn() {
  if (current_->framebuffer != 0 || current_->is_drawn) return;
  current_->is_drawn = true;
  drawn_.push_back(current_->handle);
}

// The enabled arrays that hold fewer than `vertices` vertices, or too few elements for `instances` instances.
std::vector<std::uint32_t> Translator::short_arrays(std::uint64_t vertices, std::uint64_t instances) const {
  std::vector<std::uint32_t> found;
  if (vertices == 0 || instances == 0) return found;
  const VertexArray& arrays = *current_->arrays;
  for (std::uint32_t i = 0; i < VertexArray::kMaxAttributes; ++i) {
    if ((arrays.enabled >> i & 1) == 0) continue;
    const Attribute& attribute = arrays.attributes[i];
    const std::uint64_t needed = attribute.divisor == 0 ? vertices : (instances - 1) / attribute.divisor + 1;
    if (attribute.elements() < needed) found.push_back(i);
  }
  return found;
}

// Arguments: mode, first, count and, of an instanced draw, instances.
Outcome Translator::draw_arrays(Operation& op) {
  if (current_->program == nullptr) return Outcome::kNothing;
  mark_drawn();
  const std::int64_t first = op.i64(1), count = op.i64(2), instances = op.argc > 3 ? op.i64(3) : 1;
  if (first < 0 || count <= 0 || instances <= 0) return Outcome::kCall;  // GL refuses it, or there is nothing to draw
  const auto short_ones =
      short_arrays(static_cast<std::uint64_t>(first + count), static_cast<std::uint64_t>(instances));
  if (short_ones.empty()) return Outcome::kCall;
  return guard(op, FunctionId::replayGuardedDrawArrays, static_cast<std::uint64_t>(instances), short_ones);
}

// Arguments: mode, count, type, offset and, of an instanced draw, instances.
Outcome Translator::draw_elements(Operation& op) {
  if (current_->program == nullptr) return Outcome::kNothing;
  const std::int64_t count = op.i64(1), instances = op.argc > 4 ? op.i64(4) : 1;
  if (count < 0 || instances < 0) return Outcome::kCall;
  const auto vertices = vertices_of(op);
  if (!vertices) return Outcome::kNothing;
  mark_drawn();
  const auto short_ones = short_arrays(*vertices, static_cast<std::uint64_t>(instances));
  if (short_ones.empty()) return Outcome::kCall;
  return guard(op, FunctionId::replayGuardedDrawElements, static_cast<std::uint64_t>(instances), short_ones);
}

// The highest index plus one; nothing when the buffer has fewer indices than the draw reads.
std::optional<std::uint64_t> Translator::vertices_of(const Operation& op) const {
  const std::uint32_t type = op.u32(2), bytes = index_bytes(type);
  const auto count = static_cast<std::uint64_t>(op.i64(1));
  const std::uint64_t offset = op.args[3].u;
  Buffer* buffer = current_->arrays->element_buffer;
  if (buffer == nullptr || bytes == 0 || offset % bytes != 0) return std::nullopt;
  if (offset > buffer->size || count * bytes > buffer->size - offset) return std::nullopt;
  if (count == 0) return 0;
  // Most arrays are long enough for all indices that the type can have.
  const std::uint64_t most = (std::uint64_t{1} << (8 * bytes));
  if (short_arrays(most, 1).empty()) return most;
  const auto highest = buffer->indices.highest(type, offset, count);
  return highest ? std::uint64_t{*highest} + 1 : 0;
}

Outcome Translator::guard(Operation& op, FunctionId guarded, std::uint64_t instances,
                          const std::vector<std::uint32_t>& short_ones) {
  const std::size_t plain = guarded == FunctionId::replayGuardedDrawArrays ? 3 : 4;
  op.function = guarded;
  op.args[plain] = Value::of_sint(static_cast<std::int64_t>(instances));
  op.args[plain + 1] = Value::of_sint(static_cast<std::int64_t>(short_ones.size()));
  op.args[plain + 2] = array_of(short_ones);
  op.argc = static_cast<std::uint8_t>(plain + 3);
  return Outcome::kCall;
}

}  // namespace loaders::wtf::webgl
