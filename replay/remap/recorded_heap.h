// RecordedHeap: memory of the recorded process whose allocation and contents are recorded (malloc, memcpy). Its
// addresses stand for copies in this process. All other addresses stand for nothing.
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
  static constexpr std::uint64_t kMaxBytes = std::uint64_t{256} << 20;  // of all blocks together

  // Returns false when there would be more than kMaxBytes. Removes older blocks that it overlaps, whose free was not
  // recorded.
  bool allocate(std::uint64_t address, std::uint64_t size);
  void release(std::uint64_t address);
  // Moves a block and keeps as much of its contents as fits.
  bool reallocate(std::uint64_t from, std::uint64_t to, std::uint64_t size);

  // Returns the memory from `address` to the end of its block. It is empty when the address is in no block.
  std::span<std::byte> find(std::uint64_t address);

  // Replaces a pointer into a block by the memory that it points to. Other values stay as they are.
  loaders::Value resolve(const loaders::Value& value);

 private:
  std::map<std::uint64_t, std::vector<std::byte>> blocks_;  // by recorded address
  std::uint64_t bytes_ = 0;
};

}  // namespace replay
