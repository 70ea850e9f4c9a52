#include "loaders/container/zstd.h"

#include <zstd.h>

#include "loaders/container/stream_decoder.h"

namespace loaders {
namespace {

// A frame says how much memory its decoder has to keep. The program `zstd` allows 128 MiB, too.
constexpr int kMaxWindowLog = 27;

class Zstd {
 public:
  // The size of a block, so that damage loses no more than one block.
  static constexpr std::size_t kMaxAtOnce = std::size_t{128} << 10;
  static constexpr bool kLosesOutput = true;

  Zstd() : context_(ZSTD_createDCtx()) {
    if (context_) ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax, kMaxWindowLog);
  }

  StreamStep step(std::span<const std::byte> in, std::span<std::byte> out) {
    if (!context_) return {0, 0, StreamState::kDamaged, "zstd is out of memory"};
    ZSTD_inBuffer input{in.data(), in.size(), 0};
    ZSTD_outBuffer output{out.data(), out.size(), 0};
    const std::size_t status = ZSTD_decompressStream(context_.get(), &output, &input);
    // After an error the counts mean nothing: the decoders for frames from before zstd 1.0 then count all of the room
    // as written.
    if (ZSTD_isError(status)) {
      return {0, 0, StreamState::kDamaged, std::string("the zstd data is damaged: ") + ZSTD_getErrorName(status)};
    }
    return {input.pos, output.pos, status == 0 ? StreamState::kBetween : StreamState::kInside, {}};
  }

 private:
  struct Free {
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
  };
  std::unique_ptr<ZSTD_DCtx, Free> context_;
};

}  // namespace

ByteSource unpack_zstd(InputWindow packed) { return unpacked_stream<Zstd>(std::move(packed)); }

}  // namespace loaders
