#include "loaders/container/input_window.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "loaders/base/limits.h"

namespace loaders {
namespace {

constexpr std::string_view kAlphabet = "abcdefghijklmnopqrstuvwxyz";

std::string text(const InputWindow& window) {
  return {reinterpret_cast<const char*>(window.bytes().data()), window.bytes().size()};
}

ByteSource alphabet() { return view_source(std::as_bytes(std::span(kAlphabet))); }

// A source like a decompressor or a pipe: its size is not known, and its reads are short.
ByteSource dribble(std::size_t step) {
  ByteSource source = alphabet();
  source.size.reset();
  source.read = [step, read = source.read](std::span<std::byte> into) {
    return read(into.first(std::min(into.size(), step)));
  };
  return source;
}

TEST(InputWindow, SlidesOverTheStream) {
  for (const bool sized : {true, false}) {
    InputWindow window(sized ? alphabet() : dribble(3), 8);
    std::string seen;
    while (window.fill(1)) {
      EXPECT_EQ(window.offset(), seen.size());
      const std::size_t count = std::min<std::size_t>(5, window.bytes().size());
      seen += text(window).substr(0, count);
      window.consume(count);
    }
    EXPECT_EQ(seen, kAlphabet);
    EXPECT_EQ(window.offset(), 26u);
  }
}

TEST(InputWindow, KeepsUnreadBytesWhenItFills) {
  InputWindow window(alphabet(), 8);
  ASSERT_TRUE(window.fill(8));
  window.consume(6);
  ASSERT_TRUE(window.fill(5));
  EXPECT_EQ(text(window).substr(0, 5), "ghijk");
}

// The window copies its bytes each time that it grows. That must not happen at each read.
TEST(InputWindow, GrowsAFewTimesForARecordOfManyReads) {
  ByteSource source;
  const std::byte* expected = nullptr;
  int jumps = 0;
  source.read = [&](std::span<std::byte> into) {
    if (into.data() != expected) ++jumps;
    const std::size_t count = std::min<std::size_t>(into.size(), 100);
    std::fill_n(into.begin(), count, std::byte{1});
    expected = into.data() + count;
    return count;
  };
  InputWindow window(std::move(source), 256);
  ASSERT_TRUE(window.fill(100000));
  EXPECT_LT(jumps, 15);
}

// The data of an image is often a power of two of bytes, and something comes before it.
TEST(InputWindow, TakesLittleMoreThanALargeRecord) {
  ByteSource source;
  source.read = [](std::span<std::byte> into) {
    std::ranges::fill(into, std::byte{1});
    return into.size();
  };
  InputWindow window(std::move(source));
  constexpr std::size_t kRecord = (std::size_t{16} << 20) + 100;
  ASSERT_TRUE(window.fill(kRecord));
  EXPECT_LE(std::static_pointer_cast<const StreamBuffer>(window.buffer())->capacity, kRecord + kRecord / 4);
}

TEST(InputWindow, GrowsForALargeRecord) {
  for (const bool sized : {true, false}) {
    InputWindow window(sized ? alphabet() : dribble(3), 4);
    ASSERT_TRUE(window.fill(2));
    window.consume(1);
    ASSERT_TRUE(window.fill(20));
    EXPECT_EQ(text(window).substr(0, 20), kAlphabet.substr(1, 20));
  }
}

TEST(InputWindow, StopsAtTheEnd) {
  for (const bool sized : {true, false}) {
    InputWindow window(sized ? alphabet() : dribble(3), 8);
    EXPECT_TRUE(window.fill(26));
    EXPECT_FALSE(window.fill(27));
    EXPECT_EQ(text(window), kAlphabet);
    window.consume(26);
    EXPECT_FALSE(window.fill(1));
  }
}

TEST(InputWindow, AllocatesNothingForAnImpossibleSize) {
  InputWindow sized(alphabet(), 8);
  EXPECT_FALSE(sized.fill(Limits().record_bytes));  // a test under a memory limit would notice
  EXPECT_FALSE(sized.fill(~std::uint64_t{0}));
  InputWindow unsized(dribble(3), 8);
  EXPECT_FALSE(unsized.fill(Limits().record_bytes));
  EXPECT_FALSE(unsized.fill(~std::uint64_t{0}));
}

TEST(InputWindow, LeavesPinnedBuffersAlone) {
  InputWindow window(alphabet(), 8);
  ASSERT_TRUE(window.fill(8));
  const auto pinned = window.buffer();
  const std::byte* bytes = window.bytes().data();
  window.consume(6);
  ASSERT_TRUE(window.fill(8));
  window.consume(8);
  ASSERT_TRUE(window.fill(8));
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(bytes), 8), "abcdefgh");
}

TEST(InputWindow, StartsOverWhereAllIsRead) {
  InputWindow window(alphabet(), 8);
  window.set_read_ahead(3);
  ASSERT_TRUE(window.fill(1));
  const std::byte* const start = window.bytes().data();
  window.consume(3);
  ASSERT_TRUE(window.fill(1));
  EXPECT_EQ(window.bytes().data(), start);
  EXPECT_EQ(text(window), "def");
  window.consume(2);
  ASSERT_TRUE(window.fill(2));
  EXPECT_EQ(window.bytes().data(), start + 2) << "a byte was not read";
  EXPECT_EQ(text(window), "fghi");
}

TEST(InputWindow, GoesOnBehindWhatIsPinned) {
  InputWindow window(alphabet(), 8);
  window.set_read_ahead(3);
  ASSERT_TRUE(window.fill(1));
  const std::span<const std::byte> pinned = window.bytes();
  const auto pin = window.buffer();
  window.consume(3);
  ASSERT_TRUE(window.fill(1));
  EXPECT_EQ(text(window), "def");
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(pinned.data()), pinned.size()), "abc");
}

TEST(InputWindow, UsesReleasedBuffersAgain) {
  InputWindow window(alphabet(), 4);
  ASSERT_TRUE(window.fill(4));
  auto pinned = window.buffer();
  const void* first = pinned.get();
  window.consume(4);
  ASSERT_TRUE(window.fill(4));
  EXPECT_NE(window.buffer().get(), first);
  pinned = window.buffer();
  window.consume(4);
  ASSERT_TRUE(window.fill(4));
  EXPECT_EQ(window.buffer().get(), first);
}

TEST(InputWindow, ReportsAFailingSource) {
  ByteSource source;
  source.read = [](std::span<std::byte>) { return Error{"the disk is on fire"}; };
  InputWindow window(std::move(source));
  EXPECT_FALSE(window.fill(1));
  ASSERT_TRUE(window.error());
  EXPECT_EQ(window.error()->problem, "the disk is on fire");
}

}  // namespace
}  // namespace loaders
