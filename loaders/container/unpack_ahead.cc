#include "loaders/container/unpack_ahead.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <ctime>
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
// Large records touch the room before a piece and a second piece, and nobody needs that memory later. So the buffers
// are freed when this many pieces in a row came without such a record.
constexpr int kSmallUntilFreed = 4;

// The room before the first piece of a buffer, for records of up to about as much. As long as nobody writes there, it
// takes no memory.
constexpr std::size_t kRoomBefore = std::size_t{2} << 20;

// Buffers that are used again. More are needed while values of many batches point into them.
constexpr std::size_t kMaxPooled = 12;

// What the clocks show.
struct Clocks {
  std::chrono::nanoseconds wall{};
  std::chrono::nanoseconds computed{};  // by `thread`, which looked at them
  std::thread::id thread{};

  static Clocks now() {
    timespec spent{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
    return {.wall = std::chrono::steady_clock::now().time_since_epoch(),
            .computed = std::chrono::seconds(spent.tv_sec) + std::chrono::nanoseconds(spent.tv_nsec),
            .thread = std::this_thread::get_id()};
  }
};

class AheadOfReader {
 public:
  AheadOfReader(ByteSource source, std::uint64_t decide_after, DecideAhead decide)
      : source_(std::move(source)),
        decide_after_(decide_after),
        decide_(std::move(decide)) {
    if (decide_after_ == 0) decide_now();
  }
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
    const Visit visit(*this);
    if (!wait_for_piece()) return read_to_end();
    const std::size_t count = std::min(into.size(), piece_.size - taken_);
    std::memcpy(into.data(), piece_.begin + taken_, count);
    taken_ += count;
    undecided_ += count;
    if (taken_ == piece_.size) give_back();
    return count;
  }

  std::optional<LentBytes> lend(const std::byte* after, std::size_t before) {
    const Visit visit(*this);
    if (!wait_for_piece()) return std::nullopt;
    large_records_ = before >= kLargeRecord;
    std::byte* begin = piece_.begin + taken_;
    // Before other pieces there are bytes that the reader may still have.
    const bool has_room = piece_.is_first && before <= kRoomBefore;
    if (begin != after && !has_room) return std::nullopt;
    const std::size_t size = piece_.size - taken_;
    LentBytes lent{std::move(piece_.buffer), begin, size};
    undecided_ += size;
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

  // Exists while the reader asks for bytes, so that the time between two of them is the reader's own.
  class Visit {
   public:
    explicit Visit(AheadOfReader& visited) : visited_(visited) {
      const Clocks now = Clocks::now();
      const Clocks& left = visited_.left_;
      if (left.thread != now.thread) return;  // the first visit, or the first of another reader
      const auto computed = now.computed - left.computed;
      visited_.times_.reading += computed;
      visited_.times_.waiting += std::max(now.wall - left.wall - computed, std::chrono::nanoseconds(0));
    }
    ~Visit() {
      if (visited_.undecided_ >= visited_.decide_after_) visited_.decide_now();
      visited_.left_ = Clocks::now();
    }
    Visit(const Visit&) = delete;
    Visit& operator=(const Visit&) = delete;

   private:
    AheadOfReader& visited_;
  };

  // What the reader did is known for the bytes since the last decision.
  void decide_now() {
    undecided_ = 0;
    UnpackTimes times = std::exchange(times_, UnpackTimes());
    {
      const std::lock_guard lock(mutex_);
      times.unpacking += std::exchange(unpacked_for_, std::chrono::nanoseconds(0));
    }
    const bool wanted = decide_(times, wanted_);
    if (wanted == wanted_ || (wanted && !thread_.joinable() && !start())) return;
    const std::lock_guard lock(mutex_);
    wanted_ = wanted;
    changed_.notify_all();
  }

  // Returns whether there is a thread now. Without one the reader goes on by itself.
  bool start() {
    if (!may_start_ || std::thread::hardware_concurrency() < 2) return false;
    try {
      const StartsThreadsWithoutSignals inherited;
      thread_ = std::thread([this] { run(); });
    } catch (const std::system_error&) {
      may_start_ = false;  // there is no second attempt
    }
    return may_start_;
  }

  // Returns false after the last piece. What the thread has begun comes before what the reader unpacks by itself.
  bool wait_for_piece() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return full_ || ended_ || (!wanted_ && !filling_now_); });
    if (!full_ && !ended_) fill_piece(lock);
    return full_;
  }

  // Lets go of the lock while it does.
  void fill_piece(std::unique_lock<std::mutex>& lock) {
    filling_now_ = true;
    lock.unlock();
    const auto before = Clocks::now().wall;
    const bool goes_on = fill_or_fail();
    const auto after = Clocks::now().wall;
    lock.lock();
    filling_now_ = false;
    unpacked_for_ += after - before;
    full_ = piece_.size > 0;
    ended_ = !goes_on;
    changed_.notify_all();
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
      changed_.wait(lock, [this] { return (wanted_ && !full_) || stopping_; });
      if (stopping_) return;
      fill_piece(lock);
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
      small_in_a_row_ = large_records_ ? 0 : small_in_a_row_ + 1;
      if (small_in_a_row_ == kSmallUntilFreed) pool_.clear();  // whoever holds a buffer frees it
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

  ByteSource source_;  // the thread's while it fills a piece, and otherwise the reader's
  // The next five are used by the reader alone.
  std::uint64_t decide_after_, undecided_ = 0;  // bytes
  DecideAhead decide_;
  UnpackTimes times_;
  Clocks left_;  // when the reader got its last bytes
  bool may_start_ = true;
  // The next four are used by whoever fills a piece.
  std::vector<std::shared_ptr<StreamBuffer>> pool_;
  std::shared_ptr<StreamBuffer> filling_;
  int small_in_a_row_ = 0;
  std::byte* next_ = nullptr;  // in `filling_`, where the next piece begins
  std::atomic<bool> large_records_ = false;
  // The piece is the reader's while it is full, and otherwise that of whoever fills it. The reader takes it as a whole,
  // so that the thread makes the next one while the reader works on it.
  Piece piece_;
  std::size_t taken_ = 0;  // of the piece; used by the reader alone
  std::mutex mutex_;       // guards what follows
  std::condition_variable changed_;
  bool full_ = false, ended_ = false, stopping_ = false, filling_now_ = false;
  bool wanted_ = false;  // the thread is to fill the next piece; changed by the reader alone
  std::chrono::nanoseconds unpacked_for_{};
  std::optional<Error> error_;  // this and the next are set before ended_
  std::exception_ptr failure_;
  std::thread thread_;
};

}  // namespace

bool is_worth_a_thread(const UnpackTimes& times, bool is_running) {
  constexpr int kLeastPart = 5, kLeastPartOfRunning = 10;
  // What can go on at the same time. A reader that waits for others has that time to unpack.
  const auto saved = std::min(times.unpacking, times.reading) - times.waiting;
  const auto all = times.unpacking + times.reading + times.waiting;
  return saved * (is_running ? kLeastPartOfRunning : kLeastPart) >= all && all.count() > 0;
}

ByteSource unpack_ahead(ByteSource source, std::uint64_t decide_after, DecideAhead decide) {
  ByteSource ahead;
  ahead.size = source.size;
  ahead.grain = source.grain;
  const auto reader = std::make_shared<AheadOfReader>(std::move(source), decide_after, std::move(decide));
  ahead.read = [reader](std::span<std::byte> into) { return reader->read(into); };
  ahead.lend = [reader](const std::byte* after, std::size_t before) { return reader->lend(after, before); };
  return ahead;
}

}  // namespace loaders
