#include "loaders/base/cursor.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace loaders {
namespace {

Cursor over(const std::string& bytes) { return Cursor(std::as_bytes(std::span(bytes))); }

TEST(Cursor, ReadsLittleEndian) {
  const std::string bytes("\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f", 15);
  Cursor cursor = over(bytes);
  EXPECT_EQ(cursor.u8(), 0x01);
  EXPECT_EQ(cursor.u16(), 0x0302);
  EXPECT_EQ(cursor.u32(), 0x07060504u);
  EXPECT_EQ(cursor.u64(), 0x0f0e0d0c0b0a0908u);
  EXPECT_TRUE(cursor.at_end());
  EXPECT_TRUE(cursor.ok());
}

TEST(Cursor, StaysBadAfterAReadPastTheEnd) {
  const std::string bytes("abc");
  Cursor cursor = over(bytes);
  cursor.u8();
  EXPECT_EQ(cursor.u32(), 0u);
  EXPECT_FALSE(cursor.ok());
  EXPECT_EQ(cursor.missing(), 2u);
  EXPECT_EQ(cursor.failed_at(), 1u);
  EXPECT_EQ(cursor.u8(), 0) << "the bytes that are left are not read any more";
  EXPECT_TRUE(cursor.text(1).empty());
  EXPECT_EQ(cursor.missing(), 2u) << "the first failure is kept";
}

TEST(Cursor, TellsMalformedFromCut) {
  const std::string bytes("abc");
  Cursor cursor = over(bytes);
  cursor.u8();
  cursor.fail();
  EXPECT_FALSE(cursor.ok());
  EXPECT_EQ(cursor.missing(), 0u);
  EXPECT_EQ(cursor.failed_at(), 1u);
}

TEST(Cursor, RequiresWithoutReading) {
  const std::string bytes("abc");
  Cursor cursor = over(bytes);
  EXPECT_TRUE(cursor.require(3));
  EXPECT_EQ(cursor.offset(), 0u);
  EXPECT_FALSE(cursor.require(std::uint64_t{1} << 63));
  EXPECT_EQ(cursor.missing(), (std::uint64_t{1} << 63) - 3);
}

TEST(Cursor, GivesViews) {
  const std::string bytes("hello");
  Cursor cursor = over(bytes);
  EXPECT_EQ(cursor.text(2), "he");
  EXPECT_EQ(cursor.bytes(3).data(), reinterpret_cast<const std::byte*>(bytes.data()) + 2);
  EXPECT_TRUE(cursor.bytes(0).empty());
  EXPECT_TRUE(cursor.ok());
}

struct Leb {
  std::string bytes;
  std::uint64_t value;
};

TEST(Cursor, ReadsLeb128) {
  const Leb cases[] = {
      {{"\x00", 1}, 0},
      {"\x7f", 127},
      {"\x80\x01", 128},
      {"\xe5\x8e\x26", 624485},
      {{"\x80\x80\x00", 3}, 0},  // over-long
      {"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", ~std::uint64_t{0}},
  };
  for (const Leb& one : cases) {
    Cursor cursor = over(one.bytes);
    EXPECT_EQ(cursor.uleb128(), one.value);
    EXPECT_TRUE(cursor.ok() && cursor.at_end());
  }
}

TEST(Cursor, RefusesLeb128Of65Bits) {
  for (const std::string bytes :
       {"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02", "\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01"}) {
    Cursor cursor = over(bytes);
    EXPECT_EQ(cursor.uleb128(), 0u);
    EXPECT_FALSE(cursor.ok());
    EXPECT_EQ(cursor.missing(), 0u);
  }
}

TEST(Cursor, MissesAByteInACutLeb128) {
  const std::string bytes("\x80\x80");
  Cursor cursor = over(bytes);
  EXPECT_EQ(cursor.uleb128(), 0u);
  EXPECT_EQ(cursor.missing(), 1u);
}

TEST(Cursor, OverNothing) {
  Cursor cursor;
  EXPECT_TRUE(cursor.at_end());
  EXPECT_TRUE(cursor.bytes(0).empty());
  EXPECT_TRUE(cursor.ok());
  EXPECT_EQ(cursor.uleb128(), 0u);
  EXPECT_FALSE(cursor.ok());
}

}  // namespace
}  // namespace loaders
