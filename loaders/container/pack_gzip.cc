#include <zlib.h>

#include <array>
#include <cstdint>

#include "loaders/container/packers.h"

namespace loaders {
namespace {

class GzipPacker {
 public:
  static constexpr std::size_t kPieceBytes = std::size_t{64} << 10;

  explicit GzipPacker(ByteSink to) : to_(std::move(to)) {
    constexpr int kGzipWithLargestWindow = 16 + MAX_WBITS;
    constexpr int kUsualMemory = 8;
    is_ready_ = deflateInit2(&stream_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzipWithLargestWindow, kUsualMemory,
                             Z_DEFAULT_STRATEGY) == Z_OK;
  }
  ~GzipPacker() {
    if (is_ready_) deflateEnd(&stream_);
  }
  GzipPacker(const GzipPacker&) = delete;
  GzipPacker& operator=(const GzipPacker&) = delete;

  Status piece(std::span<const std::byte> bytes) { return deflate_all(bytes, Z_NO_FLUSH); }

  Status end() {
    if (Status status = deflate_all({}, Z_FINISH); !status) return status;
    return to_.finish();
  }

 private:
  Status deflate_all(std::span<const std::byte> bytes, int flush) {
    if (!is_ready_) return Error{"zlib has no memory"};
    stream_.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(bytes.data()));
    stream_.avail_in = static_cast<uInt>(bytes.size());
    do {
      stream_.next_out = reinterpret_cast<Bytef*>(packed_.data());
      stream_.avail_out = static_cast<uInt>(packed_.size());
      deflate(&stream_, flush);
      if (Status status = to_.write(std::span(packed_).first(packed_.size() - stream_.avail_out)); !status)
        return status;
    } while (stream_.avail_out == 0);
    return {};
  }

  ByteSink to_;
  z_stream stream_{};
  bool is_ready_ = false;
  std::array<std::byte, std::size_t{64} << 10> packed_;
};

}  // namespace

ByteSink pack_gzip(ByteSink to) { return sink_of_pieces<GzipPacker>(std::move(to)); }

}  // namespace loaders
