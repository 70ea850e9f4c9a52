#include "loaders/stream/arena.h"

#include <algorithm>

namespace loaders {

void Arena::grow(std::size_t size) {
  if (size > limit_ || used() > limit_ - size) throw ArenaLimitReached();
  at_.used_before = used();
  // A kept block that is too small for this request stays in the list and serves the next reset() round.
  while (at_.next_block < blocks_.size() && blocks_[at_.next_block].size < size) ++at_.next_block;
  if (at_.next_block == blocks_.size()) {
    const std::size_t block_size = std::max(size, kBlockSize);
    has_large_ |= block_size > kBlockSize;
    auto* memory = static_cast<std::byte*>(::operator new[](block_size, std::align_val_t{16}));
    blocks_.push_back({std::unique_ptr<std::byte[], Free>(memory), block_size});
  }
  Block& block = blocks_[at_.next_block++];
  at_.block_begin = at_.position = block.memory.get();
  at_.end = at_.position + block.size;
  poison(at_.position, block.size);
}

void Arena::reset_blocks() {
  for (const Block& block : blocks_) unpoison(block.memory.get(), block.size);
  std::erase_if(blocks_, [](const Block& block) { return block.size > kBlockSize; });
  at_ = {};
  has_large_ = false;
}

Arena::~Arena() {
  for (const Block& block : blocks_) unpoison(block.memory.get(), block.size);
}

}  // namespace loaders
