#include "loaders/container/gzip.h"

#include <zlib.h>

#include <algorithm>
#include <limits>

#include "loaders/container/stream_decoder.h"

namespace loaders {
namespace {

class Gzip {
 public:
  // There is no bound: what was unpacked before the damage is not lost.
  static constexpr std::size_t kMaxAtOnce = std::numeric_limits<uInt>::max();
  static constexpr bool kLosesOutput = false;

  Gzip() { ready_ = inflateInit2(&stream_, kGzipOnly | MAX_WBITS) == Z_OK; }
  ~Gzip() {
    if (ready_) inflateEnd(&stream_);
  }
  Gzip(const Gzip&) = delete;
  Gzip& operator=(const Gzip&) = delete;

  StreamStep step(std::span<const std::byte> in, std::span<std::byte> out) {
    if (!ready_) return {0, 0, StreamState::kDamaged, "zlib is out of memory"};
    if (between_) {
      const auto member = std::find_if(in.begin(), in.end(), [](std::byte b) { return b != std::byte{0}; });
      if (member != in.begin()) return {static_cast<std::size_t>(member - in.begin()), 0, StreamState::kBetween, {}};
    }
    return inflate_some(in, out);
  }

 private:
  static constexpr int kGzipOnly = 16;

  StreamStep inflate_some(std::span<const std::byte> in, std::span<std::byte> out) {
    const auto in_size = static_cast<uInt>(std::min(in.size(), kMaxAtOnce));
    const auto out_size = static_cast<uInt>(out.size());
    stream_.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(in.data()));
    stream_.avail_in = in_size;
    stream_.next_out = reinterpret_cast<Bytef*>(out.data());
    stream_.avail_out = out_size;
    const int status = inflate(&stream_, Z_NO_FLUSH);
    StreamStep step{in_size - stream_.avail_in, out_size - stream_.avail_out, StreamState::kInside, {}};
    if (step.taken > 0) between_ = false;
    if (status == Z_STREAM_END) {
      inflateReset(&stream_);
      between_ = true;
      step.state = StreamState::kBetween;
    } else if (status != Z_OK && status != Z_BUF_ERROR) {
      step.state = StreamState::kDamaged;
      step.problem = std::string("the gzip data is damaged: ") + (stream_.msg ? stream_.msg : "no more is known");
    }
    return step;
  }

  z_stream stream_{};
  bool ready_ = false;
  bool between_ = false;  // a member has ended and none has begun
};

}  // namespace

ByteSource unpack_gzip(InputWindow packed) { return unpacked_stream<Gzip>(std::move(packed)); }

}  // namespace loaders
