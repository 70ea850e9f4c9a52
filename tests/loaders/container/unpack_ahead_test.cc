#include "loaders/container/unpack_ahead.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <new>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "loaders/container/detect.h"
#include "tests/container_packers.h"
#include "tests/threads_of_process.h"

namespace loaders {
namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20;

// Bytes that pack to about a half.
std::string noisy(std::size_t size) {
  std::mt19937 random(7);
  std::string bytes(size, '\0');
  for (char& c : bytes) c = static_cast<char>(random() % 16);
  return bytes;
}

// What a reader gets that asks for `at_once` bytes each time, and the error after it.
struct Got {
  std::string bytes, problem;
  bool operator==(const Got&) const = default;
};
Got read_all(ByteSource source, std::size_t at_once) {
  Got got;
  std::vector<std::byte> buffer(at_once);
  for (;;) {
    const Result<std::size_t> count = source.read(buffer);
    if (!count) {
      got.problem = count.error().problem;
      return got;
    }
    if (*count == 0) return got;
    got.bytes.append(reinterpret_cast<const char*>(buffer.data()), *count);
  }
}

ByteSource unpacked(Container container, const std::string& file) {
  return unpack(container, InputWindow(view_source(std::as_bytes(std::span(file)))));
}

using tests::threads_of_this_process;

// The kernel lists a thread for a moment after it was joined.
bool becomes(std::ptrdiff_t threads) {
  for (int i = 0; i < 1000 && threads_of_this_process() != threads; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  return threads_of_this_process() == threads;
}

bool always(const UnpackTimes&, bool) { return true; }
// The thread and the reader unpack in turn.
bool alternating(const UnpackTimes&, bool is_running) { return !is_running; }

class UnpackAhead : public testing::TestWithParam<Container> {};

TEST_P(UnpackAhead, GivesTheSameBytesWhateverIsAskedFor) {
  const std::string bytes = noisy(5 * kMiB + 77), file = tests::pack(GetParam(), bytes);
  for (const std::size_t at_once : {std::size_t{1000}, std::size_t{100'000}, 2 * kMiB}) {
    for (const auto& decide : {always, alternating}) {
      EXPECT_EQ(read_all(unpack_ahead(unpacked(GetParam(), file), 0, decide), at_once), (Got{bytes, ""})) << at_once;
      EXPECT_EQ(read_all(unpack_ahead(unpacked(GetParam(), file), kMiB, decide), at_once), (Got{bytes, ""})) << at_once;
    }
  }
}

// A damaged file must show the same calls on every machine, with and without the thread.
TEST_P(UnpackAhead, MeetsDamageAfterTheSameBytesWhateverIsAskedFor) {
  const std::string whole = tests::pack(GetParam(), noisy(3 * kMiB));
  for (const std::size_t at : {whole.size() / 3, whole.size() - 5000}) {
    std::string changed = whole;
    for (std::size_t i = 0; i < 64; ++i) changed[at + i] = static_cast<char>(~changed[at + i]);
    for (const std::string& file : {changed, whole.substr(0, at)}) {
      const Got alone = read_all(unpacked(GetParam(), file), kMiB);
      EXPECT_EQ(read_all(unpacked(GetParam(), file), 777), alone);
      for (const auto& decide : {always, alternating}) {
        EXPECT_EQ(read_all(unpack_ahead(unpacked(GetParam(), file), 0, decide), 130'000), alone);
        EXPECT_EQ(read_all(unpack_ahead(unpacked(GetParam(), file), kMiB, decide), 3 * kMiB), alone);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, UnpackAhead, testing::ValuesIn(tests::kContainers),
                         [](const auto& test) { return std::string(container_name(test.param)); });

TEST(UnpackAheadThread, StartsLateAndEndsWithTheSourceWhereverThatIs) {
  const std::string file = tests::pack(Container::kSnappy, noisy(8 * kMiB));
  const auto before = threads_of_this_process();
  std::vector<std::byte> buffer(kMiB);
  if (std::thread::hardware_concurrency() < 2) GTEST_SKIP() << "a single processor gets no thread";
  for (int reads : {0, 1, 5}) {
    ByteSource source = unpack_ahead(unpacked(Container::kSnappy, file), 2 * kMiB, always);
    for (int i = 0; i < reads; ++i) EXPECT_TRUE(source.read(buffer));
    EXPECT_EQ(threads_of_this_process() > before, reads == 5);
    source = {};
    EXPECT_TRUE(becomes(before));
  }
}

TEST(UnpackAheadThread, TakesNoSignalOfTheProgram) {
  if (std::thread::hardware_concurrency() < 2) GTEST_SKIP() << "a single processor gets no thread";
  const std::string file = tests::pack(Container::kSnappy, noisy(8 * kMiB));
  const auto before = threads_of_this_process();
  ByteSource source = unpack_ahead(unpacked(Container::kSnappy, file), 0, always);
  std::vector<std::byte> buffer(kMiB);
  ASSERT_TRUE(source.read(buffer));
  ASSERT_GT(threads_of_this_process(), before);
  EXPECT_TRUE(tests::only_this_thread_takes_signals());
}

// Records of all sizes, which lie across the borders of pieces, and are kept while the window goes on.
void expect_the_same_bytes_in_one_piece(std::uint64_t decide_after, const DecideAhead& decide) {
  const std::string bytes = noisy(20 * kMiB), file = tests::pack(Container::kSnappy, bytes);
  InputWindow window(unpack_ahead(unpacked(Container::kSnappy, file), decide_after, decide));
  std::mt19937 random(3);
  std::vector<std::pair<std::shared_ptr<const void>, std::string_view>> kept;
  std::size_t at = 0;
  while (at < bytes.size()) {
    const std::size_t most = random() % 10 == 0 ? 3 * kMiB : 100'000;
    const std::size_t size = std::min<std::size_t>(1 + random() % most, bytes.size() - at);
    ASSERT_TRUE(window.fill(size));
    const std::string_view record(reinterpret_cast<const char*>(window.bytes().data()), size);
    ASSERT_TRUE(record == std::string_view(bytes).substr(at, size)) << at;
    if (random() % 4 == 0) kept.emplace_back(window.buffer(), record);
    window.consume(size);
    at += size;
  }
  EXPECT_FALSE(window.fill(1));
  EXPECT_FALSE(window.error());
  std::size_t last = 0;
  for (const auto& [buffer, record] : kept) {
    last = bytes.find(record.substr(0, 4000), last);
    ASSERT_NE(last, std::string::npos);
    EXPECT_TRUE(record == std::string_view(bytes).substr(last, record.size()));
  }
}

TEST(UnpackAheadThread, AWindowSeesTheSameBytesInOnePiece) { expect_the_same_bytes_in_one_piece(0, always); }
TEST(UnpackAheadThread, AWindowSeesTheSameBytesWhoeverUnpacksThem) {
  for (const std::uint64_t decide_after : {kMiB / 4, 2 * kMiB})
    expect_the_same_bytes_in_one_piece(decide_after, alternating);
}

// Whether the memory of a record of this size is free after many small records. The reader unpacks by itself.
bool is_freed_after_small_records(std::size_t large) {
  const std::string file = tests::pack(Container::kSnappy, noisy(20 * kMiB));
  InputWindow window(
      unpack_ahead(unpacked(Container::kSnappy, file), 2 * kMiB, [](const auto&, bool) { return false; }));
  EXPECT_TRUE(window.fill(large));
  const std::weak_ptr<const void> buffer = window.buffer();
  EXPECT_FALSE(buffer.expired());
  window.consume(large);
  while (window.fill(50'000)) window.consume(50'000);
  return buffer.expired();
}

TEST(UnpackAheadBuffers, OfLargeRecordsAreFreed) { EXPECT_TRUE(is_freed_after_small_records(3 * kMiB / 2)); }

// The record does not fit into what is lent, but into a buffer that the window keeps for others.
TEST(UnpackAheadBuffers, OfTheWindowAreFreedWhenItIsLentOthers) {
  EXPECT_TRUE(is_freed_after_small_records(31 * kMiB / 10));
}

TEST(UnpackAheadThread, AnExceptionReachesTheReaderAfterTheBytesBeforeIt) {
  ByteSource failing;
  failing.read = [count = 0](std::span<std::byte> into) mutable -> Result<std::size_t> {
    if (++count > 3) throw std::bad_alloc();
    std::fill_n(into.begin(), 10, std::byte{1});
    return std::size_t{10};
  };
  ByteSource source = unpack_ahead(std::move(failing), 0, always);
  std::vector<std::byte> buffer(100);
  std::size_t got = 0;
  EXPECT_THROW(
      {
        for (;;) got += *source.read(buffer);
      },
      std::bad_alloc);
  EXPECT_EQ(got, 30u);
}

TEST(WorthOfAThread, IsWhatGoesOnAtTheSameTime) {
  using std::chrono::milliseconds;
  const auto is_worth = [](int unpacking, int reading, int waiting, bool is_running = false) {
    return is_worth_a_thread({milliseconds(unpacking), milliseconds(reading), milliseconds(waiting)}, is_running);
  };
  EXPECT_TRUE(is_worth(43, 57, 0)) << "a reader that parses calls";
  EXPECT_FALSE(is_worth(90, 10, 0)) << "a reader that looks at lengths only";
  EXPECT_FALSE(is_worth(10, 90, 0)) << "bytes that are hardly packed";
  EXPECT_FALSE(is_worth(43, 57, 50)) << "a reader that waits for a driver";
  EXPECT_FALSE(is_worth(15, 85, 0));
  EXPECT_TRUE(is_worth(15, 85, 0, true)) << "a thread that runs goes on with a little less";
  EXPECT_FALSE(is_worth(0, 0, 0, true)) << "nothing is known";
}

TEST(UnpackAheadThread, TheEndAndTheErrorStay) {
  ByteSource source = unpack_ahead(unpacked(Container::kSnappy, "at\x05"), 0, always);
  std::vector<std::byte> buffer(100);
  EXPECT_EQ(source.read(buffer) ? 0u : 1u, source.read(buffer) ? 0u : 1u);
}

}  // namespace
}  // namespace loaders
