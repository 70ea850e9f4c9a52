// BufferMappings: which buffers the recorded program has mapped, and where. Recorders of WIP15 write what the program
// wrote there as replayBufferContents before the unmap; apitrace has a memcpy to the address that the map returned.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>

#include "replay/standard_calls/call_maker.h"

namespace replay {

class BufferMappings {
 public:
  // To be called for every call of the recording that stays.
  void follow(const loaders::Call& call);

  // replayBufferContents and replayNamedBufferContents: makes the memcpy, or an upload when the buffer is not mapped.
  void write(const loaders::Call& call, CallMaker& maker) const;

  // Whether images come from a buffer that is bound, so that their pointer is an offset.
  bool has_unpack_buffer() const;

 private:
  struct Mapping {
    std::uint64_t address = 0;
    std::int64_t offset = 0, length = 0;  // of the range in the buffer
    bool is_writable = false, is_flushed = false;
  };
  struct Context {
    std::uint64_t group = 0;                                          // the context that it shares its buffers with
    std::unordered_map<std::uint32_t, std::uint32_t> bound;           // target -> buffer
    std::unordered_map<std::uint32_t, std::uint32_t> element_arrays;  // vertex array -> buffer
    std::uint32_t vertex_array = 0;
  };
  // More than programs have. A damaged file could name any number; those above are not followed.
  static constexpr std::size_t kMaxContexts = 1024, kMaxBuffers = std::size_t{1} << 18;
  using BufferKey = std::pair<std::uint64_t, std::uint32_t>;  // group, name

  BufferKey key(std::uint32_t buffer) const;
  Context& context(std::uint64_t handle);
  void resize(std::uint32_t buffer, std::int64_t size);
  std::int64_t size_of(std::uint32_t buffer) const;
  std::uint32_t bound(std::uint32_t target) const;
  void bind(std::uint32_t target, std::uint32_t buffer);
  void map(std::uint32_t buffer, const loaders::Call& call, std::int64_t offset, std::int64_t length,
           std::uint32_t access);
  void follow_context(const loaders::Call& call);
  void follow_binding(const loaders::Call& call);
  void follow_mapping(const loaders::Call& call);
  void delete_buffers(const loaders::Call& call);

  std::unordered_map<std::uint64_t, Context> contexts_;
  Context unfollowed_;
  std::uint64_t current_ = 0;
  std::map<BufferKey, std::int64_t> sizes_;
  std::map<BufferKey, Mapping> mappings_;
};

}  // namespace replay
