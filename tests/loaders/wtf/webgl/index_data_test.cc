#include "loaders/wtf/webgl/index_data.h"

#include <gtest/gtest.h>

#include <cstring>

#include "loaders/wtf/webgl/enums.h"

namespace loaders::wtf::webgl {
namespace {

std::vector<std::byte> shorts(std::vector<std::uint16_t> numbers) {
  std::vector<std::byte> bytes(numbers.size() * 2);
  std::memcpy(bytes.data(), numbers.data(), bytes.size());
  return bytes;
}

TEST(IndexData, HighestOfARange) {
  IndexData data;
  data.assign(shorts({1, 500, 3, 2}));
  EXPECT_EQ(data.highest(kUnsignedShort, 0, 4), 500u);
  EXPECT_EQ(data.highest(kUnsignedShort, 4, 2), 3u);
  EXPECT_EQ(data.highest(kUnsignedByte, 0, 8), 0xf4u) << "the same bytes as another type";
  EXPECT_EQ(data.highest(kUnsignedInt, 4, 1), 0x20003u);
}

TEST(IndexData, AWriteChangesTheAnswer) {
  IndexData data;
  data.assign(shorts({1, 2}));
  EXPECT_EQ(data.highest(kUnsignedShort, 0, 2), 2u);
  data.write(2, shorts({9}));
  EXPECT_EQ(data.highest(kUnsignedShort, 0, 2), 9u);
}

TEST(IndexData, WhatWasNeverWrittenIsZero) {
  IndexData data;
  data.assign({});
  EXPECT_EQ(data.highest(kUnsignedShort, 0, 1000), 0u);
  data.write(100, shorts({7}));
  EXPECT_EQ(data.highest(kUnsignedShort, 0, 1000), 7u);
}

TEST(IndexData, NothingIsKnownOfWhatIsTooLargeOrGone) {
  IndexData data;
  data.write(std::uint64_t{1} << 31, shorts({7}));
  EXPECT_EQ(data.highest(kUnsignedShort, 0, 1), std::nullopt);
  data.assign(shorts({7}));
  EXPECT_EQ(data.highest(kUnsignedShort, 0, 1), 7u);
  data.forget();
  EXPECT_EQ(data.highest(kUnsignedShort, 0, 1), std::nullopt);
}

}  // namespace
}  // namespace loaders::wtf::webgl
