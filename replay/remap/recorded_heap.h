// RecordedHeap: memory of the recorded process that a recording shows being allocated and written to (malloc, memcpy). Addresses
// of it stand for copies here; every other address stands for nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "loaders/stream/value.h"

namespace replay {

class RecordedHeap {
 public:
  static constexpr std::uint64_t kMostBytes = std::uint64_t{256} << 20;  // of all blocks together

  // False when it would be more than kMostBytes. Older blocks that it overlaps go: their free was not recorded.
  bool allocate(std::uint64_t address, std::uint64_t size);
  void release(std::uint64_t address);
  // Keeps as much of the contents as fits.
  bool reallocate(std::uint64_t from, std::uint64_t to, std::uint64_t size);

  // What is known from `address` on, to the end of its block; empty when it is in none.
  std::span<std::byte> find(std::uint64_t address);

  // A pointer into a block becomes the blob behind it; other values stay what they are.
  loaders::Value resolve(const loaders::Value& value);

 private:
  std::map<std::uint64_t, std::vector<std::byte>> blocks_;  // by recorded address
  std::uint64_t bytes_ = 0;
};

}  // namespace replay
