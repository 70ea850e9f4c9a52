#include "loaders/base/unchecked_cursor.h"

#include <gtest/gtest.h>

#include <string>

#include "loaders/base/cursor.h"

namespace loaders {
namespace {

std::span<const std::byte> view_of(const std::string& bytes) { return std::as_bytes(std::span(bytes)); }

TEST(UncheckedCursor, KnowsWhetherBytesAreThere) {
  const std::string bytes("abc");
  UncheckedCursor cursor(view_of(bytes));
  EXPECT_TRUE(cursor.has(3));
  EXPECT_FALSE(cursor.has(4));
  cursor.skip(1);
  EXPECT_TRUE(cursor.has(2));
  EXPECT_FALSE(cursor.has(3));
  EXPECT_FALSE(UncheckedCursor().has(1));
  EXPECT_FALSE(UncheckedCursor());
}

TEST(UncheckedCursor, ReadsIntegersAsACursorDoes) {
  const std::string one("\x7f", 1), two("\xff\x7f", 2), padded("\x80\x80\x00", 3), three("\xff\x80\x01", 3);
  const std::string nine = std::string(8, '\xff') + '\x7f';
  for (const std::string& integer : {one, two, padded, three, nine}) {
    const std::string bytes = integer + '!';
    UncheckedCursor quick(view_of(bytes));
    ASSERT_TRUE(quick.has(bytes.size()));
    EXPECT_EQ(quick.uleb128(), Cursor(view_of(bytes)).uleb128());
    EXPECT_EQ(quick.u8(), '!');
  }
}

TEST(UncheckedCursor, IntegersAboveIts63BitsAreNoLength) {
  const std::string bytes(20, '\xff');
  UncheckedCursor cursor(view_of(bytes));
  ASSERT_TRUE(cursor.has(UncheckedCursor::kMaxOfInteger));
  EXPECT_EQ(cursor.uleb128(), UncheckedCursor::kTooLong);
  EXPECT_EQ(cursor.remaining(), 20 - UncheckedCursor::kMaxOfInteger);
}

TEST(UncheckedCursor, SlicesEndWhereTheBytesDo) {
  const std::string bytes("abcd");
  UncheckedCursor cursor(view_of(bytes));
  EXPECT_EQ(cursor.bytes(3).size(), 3u);
  EXPECT_TRUE(cursor.bytes(2).empty());
  EXPECT_TRUE(cursor.bytes(UINT64_MAX).empty());
  EXPECT_EQ(cursor.remaining(), 1u) << "what was not there was not read";
}

TEST(UncheckedCursorDeathTest, ReadsThatNobodyAskedForTrapUnderTheSanitizer) {
  if (!kSanitized) GTEST_SKIP() << "of no cost elsewhere";
  const std::string bytes("abcdef");
  UncheckedCursor cursor(view_of(bytes));
  ASSERT_TRUE(cursor.has(1));
  cursor.u8();
  EXPECT_DEATH(cursor.u8(), "");
}

}  // namespace
}  // namespace loaders
