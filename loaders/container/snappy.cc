#include "loaders/container/snappy.h"

#include <fmt/format.h>
#include <snappy-sinksource.h>
#include <snappy.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "loaders/base/cursor.h"

namespace loaders {
namespace {

constexpr std::size_t kMagicBytes = 2;
constexpr std::size_t kSizeBytes = 4;
constexpr std::size_t kUsualChunk = std::size_t{1} << 20;
// Chunks say their size, so each can be read to its end: what is beyond would be moved for the next one.
constexpr std::size_t kReadAhead = std::size_t{64} << 10;
constexpr std::uint32_t kMagicAsSize = 0x7461;  // "at" as the low half of a chunk's size

// A copy of 64 bytes takes 3.
constexpr std::size_t kMaxRatio = 22;

const char* chars(std::span<const std::byte> bytes) { return reinterpret_cast<const char*>(bytes.data()); }

class SnappyChunks {
 public:
  explicit SnappyChunks(InputWindow packed) : packed_(std::move(packed)) {
    packed_.set_read_ahead(kReadAhead);
    // Snappy makes incompressible data larger by up to a sixth: with room for such a chunk, and for what is read ahead, they all come
    // to the same place, and to a cache that still has it.
    packed_.widen(packed_.usual_bytes() + packed_.usual_bytes() / 4);
    packed_.fill(kMagicBytes);
    packed_.consume(std::min(kMagicBytes, packed_.bytes().size()));
  }

  std::size_t read(std::span<std::byte> into, ReadProblem& problem) {
    while (rest_.empty() && !over_) {
      const Chunk chunk = next_chunk();
      if (over_) break;
      const bool direct = chunk.size <= into.size();
      if (!direct) scratch_.resize(std::max(scratch_.size(), chunk.size));
      const std::size_t made = unpack(chunk, direct ? into.data() : scratch_.data());
      packed_.consume(kSizeBytes + chunk.block.size());
      if (direct && made > 0) return made;
      if (!direct) rest_ = {scratch_.data(), made};
    }
    const std::size_t count = std::min(into.size(), rest_.size());
    if (count > 0) std::memcpy(into.data(), rest_.data(), count);
    rest_ = rest_.subspan(count);
    if (count == 0) problem = problem_;
    return count;
  }

 private:
  struct Chunk {
    std::span<const std::byte> block;
    std::size_t size = 0;  // unpacked
    bool cut = false;
  };

  // The next chunk, still in the window; or else over_ is set.
  Chunk next_chunk() {
    if (!packed_.fill(kSizeBytes)) return stop(packed_.problem(), packed_.damage());
    const std::uint32_t announced = Cursor(packed_.bytes()).u32();
    if (announced == 0) return stop({}, {});
    const std::uint64_t wanted = kSizeBytes + std::uint64_t{announced};
    const bool possible = announced <= snappy::MaxCompressedLength(kMaxSnappyChunk);
    if ((announced & 0xffff) == kMagicAsSize && (!possible || wanted > packed_.remaining().value_or(wanted))) {
      return stop(fmt::format("a second trace begins at byte {} of the file, it is not read", file_offset()),
                  Damage::kCut);
    }
    if (!possible) return stop(fmt::format("a chunk of {} bytes at byte {}", announced, file_offset()));
    if (wanted > packed_.limits().record_bytes) {
      return stop(fmt::format("the {} bytes of the chunk at byte {} are above {}", announced, file_offset(),
                              packed_.limits().option(&Limits::record_bytes)));
    }
    Chunk chunk;
    chunk.cut = !packed_.fill(std::min(wanted, packed_.remaining().value_or(wanted)));
    chunk.cut |= packed_.bytes().size() < wanted;
    if (chunk.cut && !packed_.problem().empty()) return stop(packed_.problem(), packed_.damage());
    chunk.block = packed_.bytes().subspan(kSizeBytes);
    if (!chunk.cut) chunk.block = chunk.block.first(announced);
    return measured(chunk, announced);
  }

  Chunk measured(Chunk chunk, std::uint32_t announced) {
    if (!snappy::GetUncompressedLength(chars(chunk.block), chunk.block.size(), &chunk.size)) {
      return chunk.cut ? stop_cut() : stop(damaged());
    }
    if (chunk.size > kMaxSnappyChunk || chunk.size / kMaxRatio > announced) {
      return stop(
          fmt::format("a chunk at byte {} whose {} bytes should unpack to {}", file_offset(), announced, chunk.size));
    }
    return chunk;
  }

  // How many bytes of `chunk` could be had. Fewer than all: the stream ends after them.
  std::size_t unpack(const Chunk& chunk, std::byte* to) {
    auto* out = reinterpret_cast<char*>(to);
    if (!chunk.cut && snappy::RawUncompress(chars(chunk.block), chunk.block.size(), out)) return chunk.size;
    snappy::ByteArraySource source(chars(chunk.block), chunk.block.size());
    snappy::UncheckedByteArraySink sink(out);  // no more than chunk.size bytes come
    snappy::UncompressAsMuchAsPossible(&source, &sink);  // what it returns counts the block twice in which it stopped
    const auto made = static_cast<std::size_t>(sink.CurrentDestination() - out);
    if (chunk.cut) {
      stop_cut();
    } else {
      stop(damaged());
    }
    return made;
  }

  std::uint64_t file_offset() const { return packed_.offset(); }
  std::string damaged() const {
    return fmt::format("the Snappy chunk at byte {} of the file is damaged", file_offset());
  }

  Chunk stop_cut() {
    return stop(fmt::format("the file ends inside the Snappy chunk at byte {}", file_offset()), Damage::kCut);
  }

  Chunk stop(std::string problem, Damage damage = Damage::kCorrupt) {
    over_ = true;
    problem_ = {std::move(problem), damage};
    return {};
  }

  InputWindow packed_;
  std::vector<std::byte> scratch_;   // a chunk that the reader had no room for
  std::span<const std::byte> rest_;  // what the reader has not got of it
  bool over_ = false;
  ReadProblem problem_;
};

}  // namespace

ByteSource unpack_snappy(InputWindow packed) {
  ByteSource source;
  source.grain = kUsualChunk;
  source.read = [chunks = std::make_shared<SnappyChunks>(std::move(packed))](
                    std::span<std::byte> into, ReadProblem& problem) { return chunks->read(into, problem); };
  return source;
}

}  // namespace loaders
