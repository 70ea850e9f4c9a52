// Blocks: pieces of data that are compressed each by itself. The file says beside a block how large it is unpacked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace loaders {

enum class Compression : std::uint8_t { kNone, kZlib, kLz4, kZstd };

const char* compression_name(Compression method);

// Whether the compression method could make `packed` bytes of `size` bytes at all. It must be asked before memory is
// allocated, so that a block of 20 bytes that promises a gigabyte is refused.
bool plausible_size(Compression method, std::uint64_t packed, std::uint64_t size);

// Decompresses whole blocks. It keeps the state of the methods from block to block, so that a block costs no
// allocation.
class BlockDecoder {
 public:
  BlockDecoder();
  ~BlockDecoder();
  BlockDecoder(BlockDecoder&&) noexcept;
  BlockDecoder& operator=(BlockDecoder&&) noexcept;

  // Whether `packed` is a sound block that fills `out` exactly.
  bool decode(Compression method, std::span<const std::byte> packed, std::span<std::byte> out);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace loaders
