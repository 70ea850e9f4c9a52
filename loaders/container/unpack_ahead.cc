#include "loaders/container/unpack_ahead.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstring>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "loaders/base/own_thread.h"

namespace loaders {
namespace {

// A piece is as large as a chunk of Snappy, so that it is unpacked straight to its place.
constexpr std::size_t kPieceBytes = std::size_t{1} << 20;
// Where records are large, pieces lie one behind the other in a buffer, so that a record across their border need not
// be moved. Otherwise each has a buffer of its own, because the whole buffer stays in use as long as a value points
// into it.
constexpr std::size_t kPiecesOfBuffer = 2;
constexpr std::size_t kLargeRecord = std::size_t{64} << 10;

// The room before the first piece of a buffer, for records of up to about as much. As long as nobody writes there, it
// takes no memory.
constexpr std::size_t kRoomBefore = std::size_t{2} << 20;

// Buffers that are used again. More are needed while values of many batches point into them.
constexpr std::size_t kMaxPooled = 12;

class AheadOfReader {
 public:
  AheadOfReader(ByteSource source, std::uint64_t start_after) : source_(std::move(source)), until_start_(start_after) {}
  ~AheadOfReader() {
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable()) thread_.join();
  }
  AheadOfReader(const AheadOfReader&) = delete;
  AheadOfReader& operator=(const AheadOfReader&) = delete;

  Result<std::size_t> read(std::span<std::byte> into) {
    if (!has_thread()) return read_here(into);
    if (!wait_for_piece()) return read_to_end();
    const std::size_t count = std::min(into.size(), piece_.size - taken_);
    std::memcpy(into.data(), piece_.begin + taken_, count);
    taken_ += count;
    if (taken_ == piece_.size) give_back();
    return count;
  }

  std::optional<LentBytes> lend(const std::byte* after, std::size_t before) {
    if (!has_thread() || !wait_for_piece()) return std::nullopt;
    large_records_ = before >= kLargeRecord;
    std::byte* begin = piece_.begin + taken_;
    // Before other pieces there are bytes that the reader may still have.
    const bool has_room = piece_.is_first && before <= kRoomBefore;
    if (begin != after && !has_room) return std::nullopt;
    const std::size_t size = piece_.size - taken_;
    LentBytes lent{std::move(piece_.buffer), begin, size};
    give_back();
    return lent;
  }

 private:
  struct Piece {
    std::shared_ptr<StreamBuffer> buffer;  // null when the reader has it
    std::byte* begin = nullptr;
    std::size_t size = 0;
    bool is_first = false;  // in its buffer
  };

  bool has_thread() { return thread_.joinable() || (until_start_ == 0 && start()); }

  Result<std::size_t> read_here(std::span<std::byte> into) {
    Result<std::size_t> got = source_.read(into);
    if (got) until_start_ -= std::min<std::uint64_t>(until_start_, *got);
    return got;
  }

  // Returns whether there is a thread now. Without one the reader goes on by itself.
  bool start() {
    until_start_ = UINT64_MAX;  // there is no second attempt
    if (std::thread::hardware_concurrency() < 2) return false;
    try {
      const StartsThreadsWithoutSignals inherited;
      thread_ = std::thread([this] { run(); });
    } catch (const std::system_error&) {
      return false;
    }
    return true;
  }

  // Returns false after the last piece.
  bool wait_for_piece() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return full_ || ended_; });
    return full_;
  }

  // To be called when the reader has all bytes of the piece.
  void give_back() {
    taken_ = 0;
    {
      const std::lock_guard lock(mutex_);
      full_ = false;
    }
    changed_.notify_all();
  }

  Result<std::size_t> read_to_end() const {
    if (failure_) std::rethrow_exception(failure_);
    if (error_) return *error_;
    return std::size_t{0};
  }

  void run() {
    prepare_thread("unpacker");
    for (;;) {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return !full_ || stopping_; });
      if (stopping_) return;
      lock.unlock();
      const bool goes_on = fill_or_fail();
      lock.lock();
      full_ = piece_.size > 0;
      ended_ = !goes_on;
      changed_.notify_all();
      if (ended_) return;
    }
  }

  bool fill_or_fail() {
    try {
      return fill();
    } catch (...) {
      failure_ = std::current_exception();  // out of memory
      return false;
    }
  }

  std::shared_ptr<StreamBuffer> free_buffer() {
    for (const auto& buffer : pool_) {
      if (buffer.use_count() > 1) continue;
      std::atomic_thread_fence(std::memory_order_acquire);  // the reader's last look comes before our writes
      return buffer;
    }
    if (pool_.size() == kMaxPooled) pool_.erase(pool_.begin());  // whoever holds it frees it
    pool_.push_back(std::make_shared<StreamBuffer>(kRoomBefore + kPiecesOfBuffer * kPieceBytes));
    return pool_.back();
  }

  // Gives the piece a place behind the one before, or in another buffer.
  void find_place() {
    piece_.size = 0;
    const std::byte* end = filling_ ? filling_->memory.get() + filling_->capacity : nullptr;
    piece_.is_first = end == nullptr || static_cast<std::size_t>(end - next_) < kPieceBytes || !large_records_;
    if (piece_.is_first) {
      piece_.buffer.reset();
      filling_.reset();
      filling_ = free_buffer();
      next_ = filling_->memory.get() + kRoomBefore;
    }
    piece_.buffer = filling_;
    piece_.begin = next_;
  }

  // Returns false at the end of the source, after which the piece has what came before.
  bool fill() {
    find_place();
    const std::span<std::byte> room(piece_.begin, kPieceBytes);
    Result<std::size_t> got = std::size_t{0};
    while (piece_.size < kPieceBytes) {
      got = source_.read(room.subspan(piece_.size));
      if (!got || *got == 0) break;
      piece_.size += *got;
      next_ = piece_.begin + piece_.size;
      // What is left is less than the source would need to put its next bytes there directly.
      if (kPieceBytes - piece_.size < source_.grain) return true;
    }
    if (!got) error_ = std::move(got).error();
    return got && *got > 0;
  }

  ByteSource source_;          // used by the thread alone as soon as there is one
  std::uint64_t until_start_;  // bytes that are still read without a thread
  // The next three are used by the thread alone.
  std::vector<std::shared_ptr<StreamBuffer>> pool_;
  std::shared_ptr<StreamBuffer> filling_;
  std::byte* next_ = nullptr;  // in `filling_`, where the next piece begins
  std::atomic<bool> large_records_ = false;
  // The piece is the reader's while it is full, and otherwise the thread's. The reader takes it as a whole, so that the
  // thread makes the next one while the reader works on it.
  Piece piece_;
  std::size_t taken_ = 0;  // of the piece; used by the reader alone
  std::mutex mutex_;       // guards what follows
  std::condition_variable changed_;
  bool full_ = false, ended_ = false, stopping_ = false;
  std::optional<Error> error_;  // this and the next are set before ended_
  std::exception_ptr failure_;
  std::thread thread_;
};

}  // namespace

ByteSource unpack_ahead(ByteSource source, std::uint64_t start_after) {
  ByteSource ahead;
  ahead.size = source.size;
  ahead.grain = source.grain;
  const auto reader = std::make_shared<AheadOfReader>(std::move(source), start_after);
  ahead.read = [reader](std::span<std::byte> into) { return reader->read(into); };
  ahead.lend = [reader](const std::byte* after, std::size_t before) { return reader->lend(after, before); };
  return ahead;
}

}  // namespace loaders
