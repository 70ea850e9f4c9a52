// What the decompressors of streams (gzip, zstd, Brotli) have in common: their input comes in pieces, and their output
// goes wherever there is room.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "loaders/container/byte_source.h"
#include "loaders/container/input_window.h"

namespace loaders {

enum class StreamState : std::uint8_t {
  kInside,   // more input must come
  kBetween,  // a member or a frame has ended: the stream may end here, or another one begins
  kEnded,    // nothing may follow
  kDamaged,
};

// What one step of a decoder did. A step that meets damage may lose the output that it made before it; kMaxAtOnce of
// such a decoder bounds the room that a step gets, and so the loss.
struct StreamStep {
  std::size_t taken = 0;  // bytes of input
  std::size_t made = 0;   // bytes of output
  StreamState state = StreamState::kInside;
  std::string problem;  // of kDamaged: a sentence
};

// The unpacked stream of `packed`. A Decoder has
//   static constexpr std::size_t kMaxAtOnce;
//   StreamStep step(std::span<const std::byte> in, std::span<std::byte> out);
// A step goes on as far as input and output allow. With an empty `in` it only gives out what is left in the decoder.
template <class Decoder>
class UnpackedStream {
 public:
  explicit UnpackedStream(InputWindow packed) : packed_(std::move(packed)) {}

  Result<std::size_t> read(std::span<std::byte> into) {
    std::size_t made = 0;
    while (made < into.size() && !over_) made += step(into.subspan(made));
    if (made == 0 && error_) return *error_;
    return made;
  }

 private:
  std::size_t step(std::span<std::byte> out) {
    const bool exhausted = packed_.bytes().empty() && !packed_.fill(1);
    StreamStep step = decoder_.step(packed_.bytes(), out.first(std::min(out.size(), Decoder::kMaxAtOnce)));
    packed_.consume(step.taken);
    if (step.taken + step.made > 0) state_ = step.state;
    if (step.state == StreamState::kDamaged) {
      stop(Error{std::move(step.problem)});
    } else if (state_ == StreamState::kEnded) {
      stop(std::nullopt);
      if (packed_.fill(1)) stop(Error{"bytes follow the end of the compressed stream"});
    } else if (step.taken + step.made == 0) {
      stop(exhausted ? end_of_input() : Error{"the compressed stream makes no progress"});
    }
    return step.made;
  }

  std::optional<Error> end_of_input() const {
    if (packed_.error()) return packed_.error();
    if (state_ == StreamState::kBetween) return std::nullopt;
    return Error{"the file ends inside the compressed stream", Damage::kCut};
  }

  void stop(std::optional<Error> error) {
    over_ = true;
    error_ = std::move(error);
  }

  InputWindow packed_;
  Decoder decoder_;
  StreamState state_ = StreamState::kInside;
  bool over_ = false;
  std::optional<Error> error_;
};

template <class Decoder>
ByteSource unpacked_stream(InputWindow packed) {
  ByteSource source;
  source.read = [stream = std::make_shared<UnpackedStream<Decoder>>(std::move(packed))](std::span<std::byte> into) {
    return stream->read(into);
  };
  return source;
}

}  // namespace loaders
