#include "loaders/container/brotli.h"

#include <brotli/decode.h>

#include <algorithm>

#include "loaders/container/stream_decoder.h"

namespace loaders {
namespace {

class Brotli {
 public:
  // The decoder loses what it has not given out yet when it meets damage, and it gives out everything when its input
  // ends. So it gets its input in pieces of this size: then damage loses no more than what one piece unpacks to.
  static constexpr std::size_t kMaxInput = 256;
  static constexpr std::size_t kMaxAtOnce = std::size_t{4} << 10;
  static constexpr bool kLosesOutput = true;

  Brotli() : decoder_(BrotliDecoderCreateInstance(nullptr, nullptr, nullptr)) {}

  StreamStep step(std::span<const std::byte> in, std::span<std::byte> out) {
    if (!decoder_) return {0, 0, StreamState::kDamaged, "Brotli is out of memory"};
    in = in.first(std::min(in.size(), kMaxInput));
    std::size_t in_left = in.size();
    std::size_t out_left = out.size();
    const auto* next_in = reinterpret_cast<const std::uint8_t*>(in.data());
    auto* next_out = reinterpret_cast<std::uint8_t*>(out.data());
    const BrotliDecoderResult status =
        BrotliDecoderDecompressStream(decoder_.get(), &in_left, &next_in, &out_left, &next_out, nullptr);
    StreamStep step{in.size() - in_left, out.size() - out_left, StreamState::kInside, {}};
    if (status == BROTLI_DECODER_RESULT_SUCCESS) step.state = StreamState::kEnded;
    if (status == BROTLI_DECODER_RESULT_ERROR) {
      step.state = StreamState::kDamaged;
      step.problem = std::string("the Brotli data is damaged: ") +
                     BrotliDecoderErrorString(BrotliDecoderGetErrorCode(decoder_.get()));
    }
    return step;
  }

 private:
  struct Free {
    void operator()(BrotliDecoderState* decoder) const { BrotliDecoderDestroyInstance(decoder); }
  };
  std::unique_ptr<BrotliDecoderState, Free> decoder_;
};

}  // namespace

ByteSource unpack_brotli(InputWindow packed) { return unpacked_stream<Brotli>(std::move(packed)); }

}  // namespace loaders
