// Mapped buffers. The recorded address stands for a range of a live mapping. What the program wrote there comes as
// replayBufferContents before the unmap.
#include <algorithm>
#include <cstring>

#include "replay/dispatch/mapping.h"
#include "replay/handlers/buffers/bindings.h"
#include "replay/handlers/common.h"
#include "replay/platform/listener.h"

namespace replay::handlers {
namespace {

constexpr std::uint32_t access_bits(std::uint32_t access) {
  switch (access) {
    case GL_READ_ONLY: return GL_MAP_READ_BIT;
    case GL_WRITE_ONLY: return GL_MAP_WRITE_BIT;
    default: return GL_MAP_READ_BIT | GL_MAP_WRITE_BIT;
  }
}

bool recorded_failure(const Call& call) { return call.result() != nullptr && call.result()->u == 0; }

// Remembers a mapping. A map that failed has no entry, so that writes into it are dropped.
void remember(Dispatcher& d, const Call& call, std::uint32_t buffer, Mapping mapping) {
  if (mapping.live == nullptr || buffer == 0 || mapping.length > static_cast<std::uint64_t>(INT64_MAX)) return;
  mapping.recorded = call.result() != nullptr ? call.result()->u : 0;
  d.context->group->mappings[buffer] = mapping;
}

std::uint32_t target_buffer(Dispatcher& d, std::uint32_t target) {
  const BufferTarget slot = buffer_target(target);
  return slot == BufferTarget::kCount || d.context == nullptr ? 0 : d.context->bound(slot);
}

// Returns the buffer of a map by target. The driver is asked whether it is the tracked one, because a mapping of
// another buffer would not be forgotten in time.
std::uint32_t mapped_buffer(Dispatcher& d, std::uint32_t target) {
  const std::uint32_t buffer = target_buffer(d, target);
  if (buffer == 0) return 0;
  return is_bound(d, buffer_target(target), d.context->map(Kind::kBuffer).find(buffer)) ? buffer : 0;
}

// Copies the part of `data` that is inside the mapped range. `offset` counts from the start of the buffer. Returns
// this part in bytes from the start of the mapping; it is empty when there is none.
struct Range {
  std::int64_t begin = 0, end = 0;
};
Range write_mapped(const Mapping& mapping, std::int64_t offset, const Value& data) {
  const auto map_begin = static_cast<std::int64_t>(mapping.offset);
  const auto map_end = map_begin + static_cast<std::int64_t>(mapping.length);
  const std::int64_t begin = std::max(offset, map_begin);
  const std::int64_t end = std::min(offset + static_cast<std::int64_t>(data.byte_size()), map_end);
  if (begin >= end) return {};
  const auto part =
      data.bytes().subspan(static_cast<std::size_t>(begin - offset), static_cast<std::size_t>(end - begin));
  std::memcpy(mapping.live + (begin - map_begin), part.data(), part.size());
  if (listener != nullptr) listener->wrote(mapping.live + (begin - map_begin), part);
  return {begin - map_begin, end - map_begin};
}

// The buffer may have been mapped in another context, whose version can flush.
bool must_flush(const Mapping& mapping, const Range& written) {
  return (mapping.access & GL_MAP_FLUSH_EXPLICIT_BIT) != 0 && written.end > written.begin;
}

// Returns whether `data` and `offset` can be used at all. Offsets above 2^62 come from damaged files.
bool usable(Dispatcher& d, const Call& call, std::int64_t offset, const Value& data) {
  if (!data.has_memory()) return false;
  if (offset >= 0 && offset < (std::int64_t{1} << 62)) return true;
  d.skip(call, Skip::kBadValue);
  return false;
}

}  // namespace

void map_buffer(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::MapBuffer);
  if (function == nullptr) return;
  if (recorded_failure(call)) return d.skip(call, Skip::kFailedInRecording);
  auto* live = static_cast<std::byte*>(function(u32(call, 0), u32(call, 1)));
  GLint size = 0;  // sizes above 2 GiB are negative or the largest number
  if (live != nullptr) d.gl->GetBufferParameteriv(u32(call, 0), GL_BUFFER_SIZE, &size);
  remember(
      d, call, mapped_buffer(d, u32(call, 0)),
      {.live = live, .length = static_cast<std::uint64_t>(std::max(size, 0)), .access = access_bits(u32(call, 1))});
}

void map_buffer_range(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::MapBufferRange);
  if (function == nullptr) return;
  if (recorded_failure(call)) return d.skip(call, Skip::kFailedInRecording);
  auto* live = static_cast<std::byte*>(function(u32(call, 0), call.args[1].i, call.args[2].i, u32(call, 3)));
  remember(d, call, mapped_buffer(d, u32(call, 0)),
           {.live = live, .offset = call.args[1].u, .length = call.args[2].u, .access = u32(call, 3)});
}

void map_named_buffer(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::MapNamedBuffer);
  if (function == nullptr) return;
  if (recorded_failure(call)) return d.skip(call, Skip::kFailedInRecording);
  CallInProgress attempt{d, call};
  const std::uint32_t buffer = live_name(attempt, Kind::kBuffer, call.args[0].u);
  if (!attempt.ok) return;
  auto* live = static_cast<std::byte*>(function(buffer, u32(call, 1)));
  GLint size = 0;
  if (live != nullptr) d.gl->GetNamedBufferParameteriv(buffer, GL_BUFFER_SIZE, &size);
  remember(
      d, call, u32(call, 0),
      {.live = live, .length = static_cast<std::uint64_t>(std::max(size, 0)), .access = access_bits(u32(call, 1))});
}

void map_named_buffer_range(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::MapNamedBufferRange);
  if (function == nullptr) return;
  if (recorded_failure(call)) return d.skip(call, Skip::kFailedInRecording);
  CallInProgress attempt{d, call};
  const std::uint32_t buffer = live_name(attempt, Kind::kBuffer, call.args[0].u);
  if (!attempt.ok) return;
  auto* live = static_cast<std::byte*>(function(buffer, call.args[1].i, call.args[2].i, u32(call, 3)));
  remember(d, call, u32(call, 0),
           {.live = live, .offset = call.args[1].u, .length = call.args[2].u, .access = u32(call, 3)});
}

void unmap_buffer(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::UnmapBuffer);
  if (function == nullptr) return;
  function(u32(call, 0));
  forget_ended_mapping(d, target_buffer(d, u32(call, 0)));
}

void unmap_named_buffer(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::UnmapNamedBuffer);
  if (function == nullptr) return;
  CallInProgress attempt{d, call};
  const std::uint32_t buffer = live_name(attempt, Kind::kBuffer, call.args[0].u);
  if (!attempt.ok) return;
  function(buffer);
  forget_ended_mapping(d, u32(call, 0));
}

void flush_mapped_buffer_range(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::FlushMappedBufferRange);
  if (function != nullptr) function(u32(call, 0), call.args[1].i, call.args[2].i);
}

void flush_mapped_named_buffer_range(Dispatcher& d, const Call& call) {
  const auto function = entry(d, call, &GladGLContext::FlushMappedNamedBufferRange);
  if (function == nullptr) return;
  CallInProgress attempt{d, call};
  const std::uint32_t buffer = live_name(attempt, Kind::kBuffer, call.args[0].u);
  if (attempt.ok) function(buffer, call.args[1].i, call.args[2].i);
}

void replay_buffer_contents(Dispatcher& d, const Call& call) {
  if (!has_context(d, call)) return;
  const std::uint32_t target = u32(call, 0);
  const std::int64_t offset = call.args[1].i;
  const Value& data = call.args[2];
  if (!usable(d, call, offset, data)) return;

  // The driver is asked whether the buffer is still mapped at this address, because glBufferData and others end a
  // mapping.
  void* live = nullptr;
  if (d.gl->GetBufferPointerv != nullptr) d.gl->GetBufferPointerv(target, GL_BUFFER_MAP_POINTER, &live);
  const auto mapping = d.context->group->mappings.find(target_buffer(d, target));
  if (mapping == d.context->group->mappings.end() || mapping->second.live != live || live == nullptr) {
    if (live == nullptr && d.gl->BufferSubData != nullptr) {
      d.gl->BufferSubData(target, offset, static_cast<GLsizeiptr>(data.byte_size()), data.p);
    }
    return;
  }
  if ((mapping->second.access & GL_MAP_WRITE_BIT) == 0) return;  // early recorders also wrote the contents of these
  const Range written = write_mapped(mapping->second, offset, data);
  if (must_flush(mapping->second, written) && d.gl->FlushMappedBufferRange != nullptr) {
    d.gl->FlushMappedBufferRange(target, written.begin, written.end - written.begin);
  }
}

void replay_named_buffer_contents(Dispatcher& d, const Call& call) {
  if (!has_context(d, call)) return;
  const std::int64_t offset = call.args[1].i;
  const Value& data = call.args[2];
  CallInProgress attempt{d, call};
  const std::uint32_t buffer = live_name(attempt, Kind::kBuffer, call.args[0].u);
  if (!attempt.ok || !usable(d, call, offset, data) || d.gl->GetNamedBufferPointerv == nullptr) return;

  void* live = nullptr;
  d.gl->GetNamedBufferPointerv(buffer, GL_BUFFER_MAP_POINTER, &live);
  const auto mapping = d.context->group->mappings.find(u32(call, 0));
  if (mapping == d.context->group->mappings.end() || mapping->second.live != live || live == nullptr) {
    if (live == nullptr && d.gl->NamedBufferSubData != nullptr)
      d.gl->NamedBufferSubData(buffer, offset, static_cast<GLsizeiptr>(data.byte_size()), data.p);
    return;
  }
  if ((mapping->second.access & GL_MAP_WRITE_BIT) == 0) return;
  const Range written = write_mapped(mapping->second, offset, data);
  if (must_flush(mapping->second, written) && d.gl->FlushMappedNamedBufferRange != nullptr) {
    d.gl->FlushMappedNamedBufferRange(buffer, written.begin, written.end - written.begin);
  }
}

}  // namespace replay::handlers
