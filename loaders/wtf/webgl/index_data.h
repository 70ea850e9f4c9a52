// IndexData: a copy of the data of an element array buffer, from which the highest index of a draw is found.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

namespace loaders::wtf::webgl {

// How many bytes an index has; 0 when `type` is no type of indices.
std::uint32_t index_bytes(std::uint32_t type);

class IndexData {
 public:
  // Replaces the contents. The rest of the buffer is zeros.
  void assign(std::span<const std::byte> bytes);
  // Changes a part of the contents. Precondition: it fits into the buffer.
  void write(std::uint64_t offset, std::span<const std::byte> bytes);
  // How many bytes are kept.
  std::size_t size() const { return bytes_.size(); }

  // Drops the contents: nothing is known about the indices any more.
  void forget();

  // The highest of `count` indices that begin at `offset`; nothing when it is not known.
  // Precondition: they lie in the buffer.
  std::optional<std::uint32_t> highest(std::uint32_t type, std::uint64_t offset, std::uint64_t count);

 private:
  static constexpr std::size_t kMaxAnswers = 1024;
  // The buffer may be larger: a number in the file says how large.
  static constexpr std::uint64_t kMaxBytes = std::uint64_t{256} << 20;

  bool known_ = true;
  std::vector<std::byte> bytes_;
  // Kept because draws repeat.
  std::map<std::tuple<std::uint32_t, std::uint64_t, std::uint64_t>, std::uint32_t> answers_;
};

}  // namespace loaders::wtf::webgl
