// IndexData: a copy of what a page put into an element array buffer, to know the highest index of each draw.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

namespace loaders::wtf::webgl {

// Bytes of one index; 0 for what is no index type.
std::uint32_t index_bytes(std::uint32_t type);

class IndexData {
 public:
  // New contents. What lies behind them is zeros.
  void assign(std::span<const std::byte> bytes);
  // Precondition: it fits into the buffer.
  void write(std::uint64_t offset, std::span<const std::byte> bytes);
  // Bytes that are kept.
  std::size_t size() const { return bytes_.size(); }

  // Nothing is known any more.
  void forget();

  // The highest of `count` indices of a type, from `offset` on; nothing when it is not known.
  // Precondition: they lie in the buffer.
  std::optional<std::uint32_t> highest(std::uint32_t type, std::uint64_t offset, std::uint64_t count);

 private:
  static constexpr std::size_t kMaxAnswers = 1024;
  static constexpr std::uint64_t kMaxBytes = std::uint64_t{256} << 20;  // a number in a file could ask for any amount

  bool known_ = true;
  std::vector<std::byte> bytes_;
  std::map<std::tuple<std::uint32_t, std::uint64_t, std::uint64_t>, std::uint32_t> answers_;  // draws repeat
};

}  // namespace loaders::wtf::webgl
