#include <brotli/encode.h>

#include <cstdint>
#include <memory>

#include "loaders/container/packers.h"

namespace loaders {
namespace {

class BrotliPacker {
 public:
  static constexpr std::size_t kPieceBytes = std::size_t{256} << 10;

  explicit BrotliPacker(ByteSink to)
      : to_(std::move(to)),
        encoder_(BrotliEncoderCreateInstance(nullptr, nullptr, nullptr)) {
    // The window is apitrace's. The highest quality would take ten times as long for a few percent.
    constexpr std::uint32_t kQuality = 9, kWindowBits = 24;
    if (encoder_ == nullptr) return;
    BrotliEncoderSetParameter(encoder_.get(), BROTLI_PARAM_QUALITY, kQuality);
    BrotliEncoderSetParameter(encoder_.get(), BROTLI_PARAM_LGWIN, kWindowBits);
  }

  Status piece(std::span<const std::byte> bytes) { return encode(bytes, BROTLI_OPERATION_PROCESS); }

  Status end() {
    if (Status status = encode({}, BROTLI_OPERATION_FINISH); !status) return status;
    return to_.finish();
  }

 private:
  Status encode(std::span<const std::byte> bytes, BrotliEncoderOperation operation) {
    if (encoder_ == nullptr) return Error{"Brotli has no memory"};
    std::size_t left = bytes.size(), no_room = 0;
    const auto* next = reinterpret_cast<const std::uint8_t*>(bytes.data());
    do {
      if (BrotliEncoderCompressStream(encoder_.get(), operation, &left, &next, &no_room, nullptr, nullptr) ==
          BROTLI_FALSE) {
        return Error{"Brotli cannot compress"};
      }
      std::size_t size = 0;  // 0 asks for all that there is
      const std::uint8_t* packed = BrotliEncoderTakeOutput(encoder_.get(), &size);
      if (size == 0) continue;
      if (Status status = to_.write(std::as_bytes(std::span(packed, size))); !status) return status;
    } while (left > 0 || BrotliEncoderHasMoreOutput(encoder_.get()) == BROTLI_TRUE);
    return {};
  }

  struct Free {
    void operator()(BrotliEncoderState* encoder) const { BrotliEncoderDestroyInstance(encoder); }
  };
  ByteSink to_;
  std::unique_ptr<BrotliEncoderState, Free> encoder_;
};

}  // namespace

ByteSink pack_brotli(ByteSink to) { return sink_of_pieces<BrotliPacker>(std::move(to)); }

}  // namespace loaders
