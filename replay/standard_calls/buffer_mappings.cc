#include "replay/standard_calls/buffer_mappings.h"

#include <algorithm>

#include "replay/calls/call_argument.h"
#include "replay/calls/frame_calls.h"

namespace replay {
namespace {

using glbindings::FunctionId;
using loaders::Call;
using loaders::Value;

enum : std::uint32_t {
  kElementArray = 0x8893,
  kPixelUnpack = 0x88EC,
  kReadOnly = 0x88B8,
  kMapRead = 1,
  kMapWrite = 2,
  kFlushExplicit = 0x10,
};

std::uint32_t access_bits(std::uint32_t access) { return access == kReadOnly ? kMapRead : kMapRead | kMapWrite; }

}  // namespace

void BufferMappings::follow(const Call& call) {
  follow_context(call);
  follow_binding(call);
  follow_mapping(call);
}

bool BufferMappings::has_unpack_buffer() const { return bound(kPixelUnpack) != 0; }

BufferMappings::BufferKey BufferMappings::key(std::uint32_t buffer) const {
  const auto context = contexts_.find(current_);
  const std::uint64_t group =
      context != contexts_.end() && context->second.group != 0 ? context->second.group : current_;
  return {group, buffer};
}

BufferMappings::Context& BufferMappings::context(std::uint64_t handle) {
  const auto found = contexts_.find(handle);
  if (found != contexts_.end()) return found->second;
  return contexts_.size() < kMaxContexts ? contexts_[handle] : unfollowed_ = {};
}

// New storage ends a mapping.
void BufferMappings::resize(std::uint32_t buffer, std::int64_t size) {
  mappings_.erase(key(buffer));
  if (sizes_.size() < kMaxBuffers) sizes_[key(buffer)] = size;
}

std::int64_t BufferMappings::size_of(std::uint32_t buffer) const {
  const auto found = sizes_.find(key(buffer));
  return found == sizes_.end() ? 0 : found->second;
}

std::uint32_t BufferMappings::bound(std::uint32_t target) const {
  const auto context = contexts_.find(current_);
  if (context == contexts_.end()) return 0;
  const bool is_of_array = target == kElementArray;
  const auto& bindings = is_of_array ? context->second.element_arrays : context->second.bound;
  const auto found = bindings.find(is_of_array ? context->second.vertex_array : target);
  return found == bindings.end() ? 0 : found->second;
}

void BufferMappings::bind(std::uint32_t target, std::uint32_t buffer) {
  Context& context = this->context(current_);
  auto& bindings = target == kElementArray ? context.element_arrays : context.bound;
  if (bindings.size() < kMaxBuffers) bindings[target == kElementArray ? context.vertex_array : target] = buffer;
}

void BufferMappings::follow_context(const Call& call) {
  if (const auto change = change_of_current(call); change && change->succeeded) current_ = change->context;
  const auto created = [&](std::size_t share) {
    const std::uint64_t made = call.result() != nullptr ? call.result()->u : 0;
    if (made == 0) return;
    Context& context = this->context(made) = {};  // numbers of contexts are used again
    const auto shared = contexts_.find(call.args[share].u);
    if (shared != contexts_.end() && shared->first != made)
      context.group = shared->second.group != 0 ? shared->second.group : shared->first;
  };
  switch (call.function) {
    case FunctionId::glXCreateContext:
    case FunctionId::glXCreateContextAttribsARB: return created(2);
    case FunctionId::glXCreateNewContext: return created(3);
    default: return;
  }
}

void BufferMappings::follow_binding(const Call& call) {
  switch (call.function) {
    case FunctionId::glBindBuffer: return bind(gl_number(call, 0), gl_number(call, 1));
    case FunctionId::glBindBufferBase:
    case FunctionId::glBindBufferRange: return bind(gl_number(call, 0), gl_number(call, 2));
    case FunctionId::glBindVertexArray: context(current_).vertex_array = gl_number(call, 0); return;
    case FunctionId::glVertexArrayElementBuffer: {
      auto& arrays = context(current_).element_arrays;
      if (arrays.size() < kMaxBuffers) arrays[gl_number(call, 0)] = gl_number(call, 1);
      return;
    }
    case FunctionId::glDeleteBuffers: return delete_buffers(call);
    case FunctionId::glDeleteVertexArrays:
      for (const std::uint32_t array : call.args[1].array<std::uint32_t>()) {
        Context& current = context(current_);
        current.element_arrays.erase(array);
        if (current.vertex_array == array) current.vertex_array = 0;
      }
      return;
    default: return;
  }
}

void BufferMappings::delete_buffers(const Call& call) {
  Context& context = this->context(current_);
  for (const std::uint32_t buffer : call.args[1].array<std::uint32_t>()) {
    mappings_.erase(key(buffer));
    sizes_.erase(key(buffer));
    std::erase_if(context.bound, [&](const auto& entry) { return entry.second == buffer; });
    std::erase_if(context.element_arrays, [&](const auto& entry) { return entry.second == buffer; });
  }
}

void BufferMappings::follow_mapping(const Call& call) {
  switch (call.function) {
    case FunctionId::glBufferData:
    case FunctionId::glBufferStorage: return resize(bound(gl_number(call, 0)), call.args[1].i);
    case FunctionId::glNamedBufferData:
    case FunctionId::glNamedBufferStorage: return resize(gl_number(call, 0), call.args[1].i);
    case FunctionId::glMapBuffer: {
      const std::uint32_t buffer = bound(gl_number(call, 0));
      return map(buffer, call, 0, size_of(buffer), access_bits(gl_number(call, 1)));
    }
    case FunctionId::glMapNamedBuffer:
      return map(gl_number(call, 0), call, 0, size_of(gl_number(call, 0)), access_bits(gl_number(call, 1)));
    case FunctionId::glMapBufferRange:
      return map(bound(gl_number(call, 0)), call, call.args[1].i, call.args[2].i, gl_number(call, 3));
    case FunctionId::glMapNamedBufferRange:
      return map(gl_number(call, 0), call, call.args[1].i, call.args[2].i, gl_number(call, 3));
    case FunctionId::glUnmapBuffer: mappings_.erase(key(bound(gl_number(call, 0)))); return;
    case FunctionId::glUnmapNamedBuffer: mappings_.erase(key(gl_number(call, 0))); return;
    default: return;
  }
}

void BufferMappings::map(std::uint32_t buffer, const Call& call, std::int64_t offset, std::int64_t length,
                         std::uint32_t access) {
  const std::uint64_t address = call.result() != nullptr ? call.result()->u : 0;
  if (address == 0 || buffer == 0 || mappings_.size() >= kMaxBuffers) return;
  mappings_[key(buffer)] = {.address = address,
                            .offset = offset,
                            .length = length,
                            .is_writable = (access & kMapWrite) != 0,
                            .is_flushed = (access & kFlushExplicit) != 0};
}

void BufferMappings::write(const Call& call, CallMaker& maker) const {
  const bool is_named = call.function == FunctionId::replayNamedBufferContents;
  const std::uint32_t buffer = is_named ? gl_number(call, 0) : bound(gl_number(call, 0));
  const std::int64_t offset = call.args[1].i;
  const std::span<const std::byte> data = call.args[2].bytes();
  constexpr std::int64_t kMaxOffset = std::int64_t{1} << 62;
  if (data.empty() || offset < 0 || offset >= kMaxOffset) return;
  const auto mapping = mappings_.find(key(buffer));
  if (mapping == mappings_.end()) {
    const Value size = Value::of_sint(static_cast<std::int64_t>(data.size()));
    const auto upload = is_named ? FunctionId::glNamedBufferSubData : FunctionId::glBufferSubData;
    return maker.make(upload, {call.args[0], call.args[1], size, Value::of_blob(data)});
  }
  // Early recorders wrote the contents of buffers that were mapped for reading as well.
  const auto& [address, map_offset, map_length, is_writable, is_flushed] = mapping->second;
  if (!is_writable || map_offset < 0 || map_length < 0 || map_offset > kMaxOffset) return;
  const std::int64_t begin = std::max(offset, map_offset);
  const std::int64_t end = std::min(offset + static_cast<std::int64_t>(data.size()),
                                    map_length > kMaxOffset ? kMaxOffset : map_offset + map_length);
  if (begin >= end) return;
  const auto written = data.subspan(static_cast<std::size_t>(begin - offset), static_cast<std::size_t>(end - begin));
  maker.make(FunctionId::memcpy, {Value::of_pointer(address + static_cast<std::uint64_t>(begin - map_offset)),
                                  Value::of_blob(written), Value::of_uint(written.size())});
  if (!is_flushed) return;
  const auto flush = is_named ? FunctionId::glFlushMappedNamedBufferRange : FunctionId::glFlushMappedBufferRange;
  maker.make(flush, {call.args[0], Value::of_sint(begin - map_offset), Value::of_sint(end - begin)});
}

}  // namespace replay
