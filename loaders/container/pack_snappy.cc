#include <snappy.h>

#include <cstdint>
#include <string>

#include "loaders/base/encoder.h"
#include "loaders/container/packers.h"
#include "loaders/container/snappy.h"

namespace loaders {
namespace {

// apitrace allocates no more for a chunk, and trusts the file that this is enough.
constexpr std::size_t kChunkBytes = std::size_t{1} << 20;

// Writes the magic bytes before the first chunk; a file without chunks has them as well.
class ChunkWriter {
 public:
  explicit ChunkWriter(ByteSink to) : to_(std::move(to)) {}

  Status chunk(std::span<const std::byte> block) {
    if (Status status = begin(); !status) return status;
    Encoder size;
    size.u32(static_cast<std::uint32_t>(block.size()));
    if (Status status = to_.write(size.written()); !status) return status;
    return to_.write(block);
  }

  Status end() {
    if (Status status = begin(); !status) return status;
    return to_.finish();
  }

 private:
  Status begin() {
    if (has_begun_) return {};
    has_begun_ = true;
    constexpr std::byte kMagic[] = {std::byte{'a'}, std::byte{'t'}};
    return to_.write(kMagic);
  }

  ByteSink to_;
  bool has_begun_ = false;
};

class SnappyPacker {
 public:
  static constexpr std::size_t kPieceBytes = kChunkBytes;
  explicit SnappyPacker(ByteSink to) : chunks_(std::move(to)) {}

  Status piece(std::span<const std::byte> bytes) {
    snappy::Compress(text_of(bytes).data(), bytes.size(), &packed_);
    return chunks_.chunk(std::as_bytes(std::span(packed_)));
  }
  Status end() { return chunks_.end(); }

 private:
  ChunkWriter chunks_;
  std::string packed_;
};

// A block of Snappy is the size of what it unpacks to, then elements; here there is one, a literal.
class StoredPacker {
 public:
  static constexpr std::size_t kPieceBytes = kChunkBytes;
  explicit StoredPacker(ByteSink to) : chunks_(std::move(to)) {}

  Status piece(std::span<const std::byte> bytes) {
    constexpr std::uint8_t kLiteralOfThreeByteLength = 62 << 2;
    const auto length = static_cast<std::uint32_t>(bytes.size() - 1);
    block_.clear();
    block_.uleb128(bytes.size());
    block_.u8(kLiteralOfThreeByteLength);
    for (unsigned shift = 0; shift < 24; shift += 8) block_.u8(static_cast<std::uint8_t>(length >> shift));
    block_.bytes(bytes);
    return chunks_.chunk(block_.written());
  }
  Status end() { return chunks_.end(); }

 private:
  ChunkWriter chunks_;
  Encoder block_;
};

}  // namespace

ByteSink pack_snappy(ByteSink to) { return sink_of_pieces<SnappyPacker>(std::move(to)); }
ByteSink pack_stored(ByteSink to) { return sink_of_pieces<StoredPacker>(std::move(to)); }

}  // namespace loaders
