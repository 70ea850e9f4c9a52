#include <zstd.h>

#include <cstdint>
#include <memory>

#include "loaders/base/encoder.h"
#include "loaders/container/packers.h"

namespace loaders {
namespace {

// zstd's "seekable" format, which apitrace writes and can jump in: a frame for each piece, and after them a table of
// their sizes in a frame that decoders skip.
//
//     table = 5e 2a 4d 18  size:u32  (packed:u32 unpacked:u32)*frames  frames:u32  00  b1 ea 92 8f
class ZstdPacker {
 public:
  static constexpr std::size_t kPieceBytes = std::size_t{2} << 20;

  explicit ZstdPacker(ByteSink to)
      : to_(std::move(to)),
        context_(ZSTD_createCCtx()),
        packed_(ZSTD_compressBound(kPieceBytes)) {}

  Status piece(std::span<const std::byte> bytes) {
    if (context_ == nullptr) return Error{"zstd has no memory"};
    const std::size_t size = ZSTD_compressCCtx(context_.get(), packed_.data(), packed_.size(), bytes.data(),
                                               bytes.size(), ZSTD_CLEVEL_DEFAULT);
    if (ZSTD_isError(size) != 0) return Error{ZSTD_getErrorName(size)};
    entries_.u32(static_cast<std::uint32_t>(size));
    entries_.u32(static_cast<std::uint32_t>(bytes.size()));
    return to_.write(std::span(packed_).first(size));
  }

  Status end() {
    constexpr std::uint32_t kSkippableFrame = 0x184d2a5e, kSeekableFormat = 0x8f92eab1;
    constexpr std::size_t kEntryBytes = 8, kFooterBytes = 9;
    Encoder table;
    table.u32(kSkippableFrame);
    table.u32(static_cast<std::uint32_t>(entries_.size() + kFooterBytes));
    table.bytes(entries_.written());
    table.u32(static_cast<std::uint32_t>(entries_.size() / kEntryBytes));
    table.u8(0);  // no checksums
    table.u32(kSeekableFormat);
    if (Status status = to_.write(table.written()); !status) return status;
    return to_.finish();
  }

 private:
  struct Free {
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  };
  ByteSink to_;
  std::unique_ptr<ZSTD_CCtx, Free> context_;
  std::vector<std::byte> packed_;
  Encoder entries_;
};

}  // namespace

ByteSink pack_zstd(ByteSink to) { return sink_of_pieces<ZstdPacker>(std::move(to)); }

}  // namespace loaders
