// Buffers and the arrays in them.
#include <algorithm>

#include "loaders/wtf/webgl/translator.h"

namespace loaders::wtf::webgl {
namespace {

using glbindings::FunctionId;

// The types of arrays that WebGL 1 has; 0 for anything else.
std::uint32_t component_bytes(std::uint32_t type) {
  switch (type) {
    case kByte:
    case kUnsignedByte: return 1;
    case kShort:
    case kUnsignedShort: return 2;
    case kFloat: return 4;
    default: return 0;
  }
}

}  // namespace

Buffer* Translator::bound_buffer(std::uint32_t target) {
  return target == kArrayBuffer ? current_->array_buffer : current_->arrays->element_buffer;
}

// Arguments: target, size, data, usage.
//
// The tracer records the size of the view that the page passed, and the data of the whole array buffer that the view is
// part of. It also passes all that data on to GL. Old tracers count elements instead of bytes. So the size is used only
// where there is no data.
Outcome Translator::buffer_data(Operation& op) {
  Buffer& buffer = *bound_buffer(op.u32(0));
  const Value data = op.args[2];
  const bool only_size = data.byte_size() == 0;
  if (only_size && (op.i64(1) < 0 || op.i64(1) > INT32_MAX)) return Outcome::kNothing;
  if (only_size && data.is_null() && op.i64(1) == 0) return Outcome::kNothing;  // the page passed null
  if (only_size) {
    op.args[2] = {};
    derived_.add_after(FunctionId::replayZeroBuffer, {op.args[0], op.args[1]});
  } else {
    op.args[1] = Value::of_sint(static_cast<std::int64_t>(data.byte_size()));
  }
  buffer.size = op.args[1].u;
  if (buffer.target == kElementArrayBuffer) {
    const std::span<const std::byte> bytes = only_size ? std::span<const std::byte>() : data.bytes();
    objects_.resized(buffer.indices.size(), bytes.size());
    buffer.indices.assign(bytes);
  }
  return Outcome::kCall;
}

// Arguments: target, offset, size, data.
Outcome Translator::buffer_sub_data(Operation& op) {
  Buffer& buffer = *bound_buffer(op.u32(0));
  const auto offset = static_cast<std::uint64_t>(op.i64(1));
  const std::span<const std::byte> bytes = op.args[3].bytes();
  if (op.args[3].is_null() || offset > buffer.size || bytes.size() > buffer.size - offset) return Outcome::kNothing;
  if (buffer.target == kElementArrayBuffer) {
    const std::size_t before = buffer.indices.size();
    objects_.resized(before, std::max<std::uint64_t>(before, offset + bytes.size()));
    buffer.indices.write(offset, bytes);
  }
  return Outcome::kCall;
}

Outcome Translator::enable_array(Operation& op) {
  if (op.u32(0) >= VertexArray::kMaxAttributes) return Outcome::kNothing;
  current_->arrays->enabled |= 1u << op.u32(0);
  return Outcome::kCall;
}

Outcome Translator::disable_array(Operation& op) {
  if (op.u32(0) >= VertexArray::kMaxAttributes) return Outcome::kNothing;
  current_->arrays->enabled &= ~(1u << op.u32(0));
  return Outcome::kCall;
}

// Arguments: index, size, type, normalized, stride, offset.
Outcome Translator::array_pointer(Operation& op) {
  constexpr std::int64_t kMaxStride = 255;
  const std::uint32_t index = op.u32(0), component = component_bytes(op.u32(2));
  const std::int64_t size = op.i64(1), stride = op.i64(4);
  const std::uint64_t offset = op.args[5].u;
  if (index >= VertexArray::kMaxAttributes || component == 0 || size < 1 || size > 4) return Outcome::kNothing;
  if (stride < 0 || stride > kMaxStride || stride % component != 0 || offset % component != 0) return Outcome::kNothing;
  if (current_->array_buffer == nullptr && offset != 0) return Outcome::kNothing;
  Attribute& attribute = current_->arrays->attributes[index];
  attribute.buffer = current_->array_buffer;
  attribute.offset = offset;
  attribute.bytes = component * static_cast<std::uint32_t>(size);
  attribute.stride = stride != 0 ? static_cast<std::uint32_t>(stride) : attribute.bytes;
  // Without a buffer WebGL refuses a draw that reads the array; GL would take the offset for an address.
  return attribute.buffer != nullptr ? Outcome::kCall : Outcome::kNothing;
}

Outcome Translator::array_divisor(Operation& op) {
  if (op.u32(0) >= VertexArray::kMaxAttributes) return Outcome::kNothing;
  current_->arrays->attributes[op.u32(0)].divisor = op.u32(1);
  return Outcome::kCall;
}

}  // namespace loaders::wtf::webgl
