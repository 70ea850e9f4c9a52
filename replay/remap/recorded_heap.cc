#include "replay/remap/recorded_heap.h"

#include <algorithm>
#include <utility>

namespace replay {

bool RecordedHeap::allocate(std::uint64_t address, std::uint64_t size) {
  if (address == 0 || size > kMaxBytes || bytes_ + size > kMaxBytes) return false;
  auto overlapped = blocks_.lower_bound(address);
  if (overlapped != blocks_.begin()) {
    const auto before = std::prev(overlapped);
    if (address - before->first < before->second.size()) overlapped = before;
  }
  while (overlapped != blocks_.end() && (overlapped->first < address || overlapped->first - address < size)) {
    bytes_ -= overlapped->second.size();
    overlapped = blocks_.erase(overlapped);
  }
  blocks_[address].resize(size);
  bytes_ += size;
  return true;
}

void RecordedHeap::release(std::uint64_t address) {
  const auto found = blocks_.find(address);
  if (found == blocks_.end()) return;
  bytes_ -= found->second.size();
  blocks_.erase(found);
}

bool RecordedHeap::reallocate(std::uint64_t from, std::uint64_t to, std::uint64_t size) {
  std::vector<std::byte> old;
  if (const auto found = blocks_.find(from); found != blocks_.end()) {
    old = std::move(found->second);
    bytes_ -= old.size();
    blocks_.erase(found);
  }
  if (!allocate(to, size)) return false;
  std::copy_n(old.begin(), std::min(old.size(), static_cast<std::size_t>(size)), blocks_[to].begin());
  return true;
}

std::span<std::byte> RecordedHeap::find(std::uint64_t address) {
  auto block = blocks_.upper_bound(address);
  if (block == blocks_.begin()) return {};
  --block;
  const std::uint64_t offset = address - block->first;
  if (offset >= block->second.size()) return {};
  return std::span(block->second).subspan(offset);
}

loaders::Value RecordedHeap::resolve(const loaders::Value& value) {
  if (value.kind != loaders::ValueKind::kPointer || blocks_.empty()) return value;
  const auto memory = find(value.u);
  if (memory.empty()) return value;
  return loaders::Value::of_memory(loaders::ValueKind::kBlob, memory.data(), static_cast<std::uint32_t>(memory.size()));
}

}  // namespace replay
