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
#include <vector>

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
// such a decoder bounds the room that a step gets, and so the loss. The room ends at multiples of kMaxAtOnce in the
// stream, so that the loss does not depend on how much the reader asks for at once.
struct StreamStep {
  std::size_t taken = 0;  // bytes of input
  std::size_t made = 0;   // bytes of output
  StreamState state = StreamState::kInside;
  std::string problem;  // of kDamaged: a sentence
};

// The unpacked stream of `packed`. A Decoder has
//   static constexpr std::size_t kMaxAtOnce;
//   static constexpr bool kLosesOutput;  // whether a step that meets damage loses what it made before
//   StreamStep step(std::span<const std::byte> in, std::span<std::byte> out);
// A step goes on as far as input and output allow. With an empty `in` it only gives out what is left in the decoder.
template <class Decoder>
class UnpackedStream {
 public:
  explicit UnpackedStream(InputWindow packed) : packed_(std::move(packed)) {}

  Result<std::size_t> read(std::span<std::byte> into) {
    std::size_t made = give_rest(into);
    while (made < into.size() && !over_) made += unpack(into.subspan(made));
    if (made == 0 && error_) return *error_;
    return made;
  }

 private:
  std::size_t unpack(std::span<std::byte> out) {
    const std::size_t room = Decoder::kMaxAtOnce - position_ % Decoder::kMaxAtOnce;
    if (!Decoder::kLosesOutput || out.size() >= room) return step(out.first(std::min(out.size(), room)));
    scratch_.resize(Decoder::kMaxAtOnce);
    rest_ = {scratch_.data(), step(std::span(scratch_).first(room))};
    return give_rest(out);
  }

  std::size_t give_rest(std::span<std::byte> out) {
    const std::size_t count = std::min(out.size(), rest_.size());
    std::copy_n(rest_.begin(), count, out.begin());
    rest_ = rest_.subspan(count);
    return count;
  }

  std::size_t step(std::span<std::byte> out) {
    const bool exhausted = packed_.bytes().empty() && !packed_.fill(1);
    StreamStep step = decoder_.step(packed_.bytes(), out);
    packed_.consume(step.taken);
    position_ += step.made;
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
  std::uint64_t position_ = 0;       // bytes that were unpacked
  std::vector<std::byte> scratch_;   // of a step for which the reader had too little room
  std::span<const std::byte> rest_;  // what the reader has not got of it yet
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
