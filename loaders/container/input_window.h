// InputWindow: a contiguous piece of a byte stream that slides forward.
//
//     stream   ....consumed....|<------- bytes() ------->|....not read yet....
//                              ^ offset()
//
// A loader parses a record from bytes(). When the record runs past them, the loader calls fill() and parses again from
// the start of the record (stream/read_record.h). So parsers see contiguous memory and need no state between records. A
// file is read, not mapped: mapped pages count as the program's memory, and a disk error would arrive as a signal.
//
// Values may point into the window's buffer without a copy; then a batch has to keep buffer() alive (Batch::pin). The
// window leaves such a pinned buffer alone and takes another one. It uses a buffer again when nobody holds it any more,
// so a handful of buffers circulate. A record larger than the buffer gets a larger buffer; buffers of a few megabytes
// circulate as well. A source that lends its own memory makes them needless: they are freed when they were not used for
// a while.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "loaders/base/limits.h"
#include "loaders/container/byte_source.h"
#include "loaders/container/passages.h"

namespace loaders {

class InputWindow {
 public:
  static constexpr std::size_t kDefaultBytes = std::size_t{1} << 20;

  // How much one fill() reads when less is wanted. The processor's cache can keep so much until it is parsed or
  // unpacked, and what is made of it as well. Reading 1 MiB at once makes files that hardly compress a tenth slower.
  static constexpr std::size_t kReadAhead = std::size_t{128} << 10;

  explicit InputWindow(ByteSource source, std::size_t bytes = kDefaultBytes, const Limits& limits = {});

  const Limits& limits() const { return limits_; }

  std::span<const std::byte> bytes() const {
    return {begin_, static_cast<std::size_t>(std::min<std::uint64_t>(size_, stop_ - offset_))};
  }
  std::uint64_t offset() const { return offset_; }

  // Precondition: count <= bytes().size().
  void consume(std::size_t count) {
    begin_ += count;
    size_ -= count;
    offset_ += count;
  }

  // Reads on until bytes() has at least `wanted` bytes; this invalidates bytes(). False when the stream ends before
  // that, or is known to, and when `wanted` is above the limit of a record. Nothing is allocated for a size that the
  // stream cannot have.
  bool fill(std::uint64_t wanted);

  // Leaves out the next bytes, which need not be read yet. False: there are not so many.
  bool skip(std::uint64_t count);

  // Hides what comes from this byte of the stream on. Precondition: it is not before offset().
  void stop_at(std::uint64_t offset) { stop_ = offset; }

  // The parts of the trace that are not to be read. Null: all of it is.
  const std::shared_ptr<Passages>& passages() const { return passages_; }
  void set_passages(std::shared_ptr<Passages> passages) { passages_ = std::move(passages); }

  // Makes fill() read this many bytes ahead instead of kReadAhead.
  void set_read_ahead(std::size_t bytes) { read_ahead_ = bytes; }

  // How many bytes there are from offset() to the end of the stream, when its size is known.
  std::optional<std::uint64_t> remaining() const;

  // How many bytes fill() has to be asked for when a cursor over bytes() lacks `missing` bytes, which can be any
  // number.
  std::uint64_t wanted_for(std::uint64_t missing) const {
    return missing > UINT64_MAX - size_ ? UINT64_MAX : size_ + missing;
  }

  // Why fill(wanted) was false, for a cursor that failed at byte `at` of the stream.
  Error shortage(std::uint64_t wanted, std::uint64_t at) const;

  // The memory that bytes() is in.
  std::shared_ptr<const void> buffer() const { return current_; }

  std::optional<std::uint64_t> stream_size() const { return source_.size; }

  bool may_unpack_ahead() const { return source_.may_unpack_ahead; }

  // Why the source stopped, when that was not its end.
  const std::optional<Error>& error() const { return error_; }

  // The size of the window as given to the constructor.
  std::size_t usual_bytes() const { return window_bytes_; }

 private:
  using Buffer = StreamBuffer;

  static constexpr std::size_t kMaxPooled = 12;  // more than there are batches on their way to the player
  // Of one buffer: a larger one is freed when it is released.
  static constexpr std::size_t kMaxPooledBytes = std::size_t{4} << 20;
  // After as many pieces of lent memory without a need for an own buffer, those are freed.
  static constexpr int kLentUntilFreed = 8;

  std::shared_ptr<Buffer> free_buffer(std::size_t capacity);
  bool is_pinned(const std::shared_ptr<Buffer>& buffer) const;
  // The most bytes that a record may have.
  std::uint64_t most_bytes() const { return std::max<std::uint64_t>(limits_.record_bytes, window_bytes_); }
  std::size_t room_for(std::uint64_t wanted) const;
  bool can_read_on(std::uint64_t wanted) const;
  bool has_room(std::size_t wanted) const;
  void make_room(std::size_t wanted);
  bool take_lent();

  ByteSource source_;
  Limits limits_;
  std::size_t window_bytes_;
  std::size_t read_ahead_ = kReadAhead;
  std::vector<std::shared_ptr<Buffer>> pool_;  // buffers of usual sizes, in use or not
  std::shared_ptr<Buffer> current_;
  bool is_lent_ = false;  // the source may write behind the bytes that it lent
  int lent_in_a_row_ = 0;
  const std::byte* begin_ = nullptr;
  std::size_t size_ = 0;
  std::uint64_t offset_ = 0;
  std::uint64_t stop_ = UINT64_MAX;
  bool ended_ = false;
  std::optional<Error> error_;
  std::shared_ptr<Passages> passages_;
};

}  // namespace loaders
