// Arena: memory that a batch owns. An allocation moves a pointer, and reset() gives everything back at once. It keeps
// the blocks for the next use, so after a while a batch that is used again allocates nothing. Under the address
// sanitizer only the bytes that were asked for may be touched.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

#include "loaders/base/sanitized.h"

namespace loaders {

// Thrown by an arena that is asked for more than its limit. The source that fills it turns it into an error of the
// file.
struct ArenaLimitReached {};

class Arena {
 public:
  Arena() = default;
  ~Arena();
  Arena(Arena&& other) noexcept { swap(other); }
  Arena& operator=(Arena&& other) noexcept {
    swap(other);
    return *this;
  }

  // From this many bytes in use on, allocate() throws.
  void set_limit(std::size_t bytes) { limit_ = bytes; }

  // Returns uninitialised memory, aligned to 16 bytes: an array in it can be given to GL whatever its element type is.
  std::byte* allocate(std::size_t size) {
    const std::size_t rounded = (size + 15) & ~std::size_t{15};
    if (rounded > static_cast<std::size_t>(at_.end - at_.position)) [[unlikely]]
      grow(rounded);
    std::byte* memory = at_.position;
    at_.position += rounded;
    unpoison(memory, size);
    return memory;
  }

  template <class T>
  T* allocate_array(std::size_t count) {
    static_assert(std::is_trivially_destructible_v<T> && alignof(T) <= 16);
    return reinterpret_cast<T*>(allocate(count * sizeof(T)));
  }

  // Gives back the end of the latest allocation: what lies after `end`, which points into it.
  void shorten(const void* end) {
    at_.position = at_.block_begin + (static_cast<const std::byte*>(end) - at_.block_begin + 15) / 16 * 16;
    poison(at_.position, static_cast<std::size_t>(at_.end - at_.position));
  }

  // Gives everything back. A block that was made for a single large request is freed, so that one big texture does not
  // stay in memory.
  void reset() {
    if (at_.next_block > 1 || has_large_) [[unlikely]]
      return reset_blocks();
    at_.position = at_.block_begin;  // most batches fit into the first block
    poison(at_.position, static_cast<std::size_t>(at_.end - at_.position));
  }

  std::size_t used() const { return at_.used_before + static_cast<std::size_t>(at_.position - at_.block_begin); }

  // A mark remembers how much is allocated. rewind() gives back what was allocated since, and the blocks serve what
  // comes next.
  struct Mark {
    std::size_t next_block = 0;   // blocks before it are in use
    std::size_t used_before = 0;  // bytes in the blocks before the current one
    std::byte* block_begin = nullptr;
    std::byte* position = nullptr;
    std::byte* end = nullptr;
  };
  const Mark& mark() const { return at_; }
  void rewind(const Mark& mark) {
    at_ = mark;
    poison(at_.position, static_cast<std::size_t>(at_.end - at_.position));
  }

 private:
  static constexpr std::size_t kBlockSize = std::size_t{256} << 10;
  struct Free {
    void operator()(std::byte* memory) const { ::operator delete[](memory, std::align_val_t{16}); }
  };
  struct Block {
    std::unique_ptr<std::byte[], Free> memory;
    std::size_t size = 0;
  };

  void grow(std::size_t size);
  void reset_blocks();
  void swap(Arena& other) noexcept {
    blocks_.swap(other.blocks_);
    std::swap(has_large_, other.has_large_);
    std::swap(at_, other.at_);
    std::swap(limit_, other.limit_);
  }

  std::vector<Block> blocks_;
  bool has_large_ = false;
  Mark at_;
  std::size_t limit_ = std::numeric_limits<std::size_t>::max();
};

}  // namespace loaders
