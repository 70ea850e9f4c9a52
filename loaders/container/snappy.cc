#include "loaders/container/snappy.h"

#include <fmt/format.h>
#include <snappy-sinksource.h>
#include <snappy.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "loaders/base/bytes.h"
#include "loaders/base/cursor.h"

namespace loaders {
namespace {

constexpr std::size_t kMagicBytes = 2;
constexpr std::size_t kSizeBytes = 4;
constexpr std::size_t kMaxOfUnpackedSize = 5;  // a block begins with it, as an integer of variable length
constexpr std::size_t kUsualChunk = std::size_t{1} << 20;
constexpr std::uint32_t kMagicAsSize = 0x7461;  // "at" as the low half of a chunk's size

// How many bytes one byte can unpack to: a copy of 64 bytes takes 3.
constexpr std::size_t kMaxRatio = 22;

// Gives the decoder the block of a chunk piece by piece, as it comes out of the file. So bytes are unpacked while the
// processor's cache holds them, and no chunk has to lie in memory as a whole. The pieces depend on nothing but the
// block, so how much of a damaged block can be unpacked does not depend on the reader.
class BlockSource final : public snappy::Source {
 public:
  BlockSource(InputWindow& packed, std::size_t size) : packed_(packed), left_(size) {}

  std::size_t Available() const override { return left_; }
  const char* Peek(std::size_t* length) override {
    const std::size_t wanted = std::min(left_, InputWindow::kReadAhead);
    packed_.fill(std::min<std::uint64_t>(wanted, packed_.remaining().value_or(wanted)));
    *length = std::min(wanted, packed_.bytes().size());
    return text_of(packed_.bytes()).data();
  }
  void Skip(std::size_t count) override {
    packed_.consume(count);
    left_ -= count;
  }

 private:
  InputWindow& packed_;
  std::size_t left_;
};

class SnappyChunks {
 public:
  explicit SnappyChunks(InputWindow packed) : packed_(std::move(packed)) {
    packed_.set_read_ahead(0);  // bytes after a piece would have to be moved for the next one
    packed_.fill(kMagicBytes);
    packed_.consume(std::min(kMagicBytes, packed_.bytes().size()));
    passages_ = packed_.passages();
    if (passages_) next_passage_ = passages_->wanted;
  }

  Result<std::size_t> read(std::span<std::byte> into) {
    while (is_at_passage() && !over_) pass_over();
    while (rest_.empty() && !over_) {
      const Chunk chunk = next_chunk();
      if (over_) break;
      const bool direct = chunk.size <= into.size();
      if (!direct) scratch_.resize(std::max(scratch_.size(), chunk.size));
      const std::size_t made = until_passage(unpack(chunk, direct ? into.data() : scratch_.data()));
      if (direct && made > 0) return advance(made);
      if (!direct) rest_ = {scratch_.data(), made};
    }
    const std::size_t count = std::min(into.size(), rest_.size());
    if (count > 0) std::memcpy(into.data(), rest_.data(), count);
    rest_ = rest_.subspan(count);
    if (count == 0 && error_) return *error_;
    return advance(count);
  }

 private:
  struct Chunk {
    std::size_t packed = 0;  // bytes of the block
    std::size_t size = 0;    // unpacked
  };

  std::size_t advance(std::size_t count) {
    position_ += count;
    return count;
  }

  bool is_at_passage() const { return !next_passage_.empty() && position_ == next_passage_.front().from.offset; }

  // How many of the next `bytes` come before the next passage.
  std::size_t until_passage(std::size_t bytes) const {
    if (next_passage_.empty()) return bytes;
    return static_cast<std::size_t>(std::min<std::uint64_t>(bytes, next_passage_.front().from.offset - position_));
  }

  // Goes on in the chunk where the passage ends.
  void pass_over() {
    const Passage passage = next_passage_.front();
    next_passage_ = next_passage_.subspan(1);
    rest_ = {};
    const bool is_ahead = passage.chunk.at >= packed_.offset() && passage.to.offset >= passage.chunk.begin;
    if (!is_ahead || !packed_.skip(passage.chunk.at - packed_.offset())) return void(stop_cut());
    const Chunk chunk = next_chunk();
    if (over_) return;
    scratch_.resize(std::max(scratch_.size(), chunk.size));
    const std::size_t made = unpack(chunk, scratch_.data());
    const std::uint64_t left_out = passage.to.offset - passage.chunk.begin;
    if (left_out > made) return void(stop(damaged()));
    position_ = passage.to.offset;
    rest_ = std::span(scratch_.data(), made).subspan(static_cast<std::size_t>(left_out));
    rest_ = rest_.first(until_passage(rest_.size()));
  }

  // Returns the next chunk, whose block then begins the window, or sets over_.
  Chunk next_chunk() {
    chunk_offset_ = packed_.offset();
    if (!packed_.fill(kSizeBytes)) return stop(packed_.error());
    const std::uint32_t announced = Cursor(packed_.bytes()).u32();
    if (announced == 0) return stop(std::nullopt);
    const std::uint64_t wanted = kSizeBytes + std::uint64_t{announced};
    const bool possible = announced <= snappy::MaxCompressedLength(kMaxSnappyChunk);
    if ((announced & 0xffff) == kMagicAsSize && (!possible || wanted > packed_.remaining().value_or(wanted))) {
      return stop(Error{fmt::format("a second trace begins at byte {} of the file, it is not read", chunk_offset_),
                        Damage::kCut});
    }
    if (!possible) return stop(Error{fmt::format("a chunk of {} bytes at byte {}", announced, chunk_offset_)});
    if (wanted > packed_.limits().record_bytes) {
      return stop(Error{fmt::format("the {} bytes of the chunk at byte {} are above {}", announced, chunk_offset_,
                                    packed_.limits().option(&Limits::record_bytes))});
    }
    if (passages_ && passages_->collects) passages_->add({.at = chunk_offset_, .begin = position_});
    packed_.consume(kSizeBytes);
    return measured(announced);
  }

  Chunk measured(std::uint32_t announced) {
    const std::size_t wanted = std::min<std::size_t>(announced, kMaxOfUnpackedSize);
    packed_.fill(std::min<std::uint64_t>(wanted, packed_.remaining().value_or(wanted)));
    const std::span<const std::byte> start =
        packed_.bytes().first(std::min<std::size_t>(packed_.bytes().size(), announced));
    Chunk chunk{announced, 0};
    if (!snappy::GetUncompressedLength(text_of(start).data(), start.size(), &chunk.size)) {
      return start.size() < wanted ? stop_cut() : stop(damaged());
    }
    if (chunk.size > kMaxSnappyChunk || chunk.size / kMaxRatio > announced) {
      return stop(Error{
          fmt::format("a chunk at byte {} whose {} bytes should unpack to {}", chunk_offset_, announced, chunk.size)});
    }
    return chunk;
  }

  // Unpacks `chunk` and returns how many bytes that gave. When these are not all, the stream ends after them.
  std::size_t unpack(const Chunk& chunk, std::byte* to) {
    const bool cut = chunk.packed > packed_.remaining().value_or(chunk.packed);
    auto* out = reinterpret_cast<char*>(to);
    BlockSource block(packed_, chunk.packed);
    snappy::UncheckedByteArraySink sink(out);  // the decoder writes no more than chunk.size bytes
    if (snappy::Uncompress(&block, &sink)) return chunk.size;
    if (cut || (block.Available() > 0 && !packed_.fill(1))) {
      stop_cut();
    } else {
      stop(damaged());
    }
    return static_cast<std::size_t>(sink.CurrentDestination() - out);
  }

  Error damaged() const { return {fmt::format("the Snappy chunk at byte {} of the file is damaged", chunk_offset_)}; }

  Chunk stop_cut() {
    if (packed_.error()) return stop(packed_.error());
    return stop(Error{fmt::format("the file ends inside the Snappy chunk at byte {}", chunk_offset_), Damage::kCut});
  }

  Chunk stop(std::optional<Error> error) {
    over_ = true;
    error_ = std::move(error);
    return {};
  }

  InputWindow packed_;
  std::uint64_t chunk_offset_ = 0;   // of the current chunk, in the file
  std::vector<std::byte> scratch_;   // an unpacked chunk that the reader had no room for
  std::span<const std::byte> rest_;  // the part of scratch_ that the reader has not got yet
  bool over_ = false;
  std::optional<Error> error_;
  std::shared_ptr<Passages> passages_;
  std::span<const Passage> next_passage_;
  std::uint64_t position_ = 0;  // in the unpacked stream: what the reader gets next
};

}  // namespace

ByteSource unpack_snappy(InputWindow packed) {
  ByteSource source;
  source.grain = kUsualChunk;
  source.read = [chunks = std::make_shared<SnappyChunks>(std::move(packed))](std::span<std::byte> into) {
    return chunks->read(into);
  };
  return source;
}

}  // namespace loaders
