#include "loaders/stream/arena.h"

#include <algorithm>

namespace loaders {

void Arena::grow(std::size_t size) {
  used_before_ = used();
  // A kept block that is too small for this request stays in the list and serves the next reset() round.
  while (next_block_ < blocks_.size() && blocks_[next_block_].size < size) ++next_block_;
  if (next_block_ == blocks_.size()) {
    const std::size_t block_size = std::max(size, kBlockSize);
    auto* memory = static_cast<std::byte*>(::operator new[](block_size, std::align_val_t{16}));
    blocks_.push_back({std::unique_ptr<std::byte[], Free>(memory), block_size});
  }
  Block& block = blocks_[next_block_++];
  block_begin_ = position_ = block.memory.get();
  end_ = position_ + block.size;
}

void Arena::reset() {
  std::erase_if(blocks_, [](const Block& block) { return block.size > kBlockSize; });
  next_block_ = 0;
  used_before_ = 0;
  block_begin_ = position_ = end_ = nullptr;
}

std::size_t Arena::used() const { return used_before_ + static_cast<std::size_t>(position_ - block_begin_); }

}  // namespace loaders
