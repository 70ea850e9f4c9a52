#include "loaders/base/bytes.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace loaders {
namespace {

TEST(Bytes, LoadAndStoreNeedNoAlignment) {
  std::byte memory[9]{};
  store<std::uint32_t>(memory + 1, 0x04030201);
  EXPECT_EQ(load<std::uint8_t>(memory), 0);
  EXPECT_EQ(load<std::uint32_t>(memory + 1), 0x04030201u);
  store(memory + 5, 1.5f);
  EXPECT_EQ(load<float>(memory + 5), 1.5f);
}

TEST(Bytes, ByteswapTurnsNumbersAround) {
  EXPECT_EQ(byteswap<std::uint8_t>(0x12), 0x12);
  EXPECT_EQ(byteswap<std::uint16_t>(0x1234), 0x3412);
  EXPECT_EQ(byteswap<std::uint32_t>(0x12345678), 0x78563412u);
  EXPECT_EQ(byteswap(byteswap(1.5)), 1.5);
}

TEST(Bytes, TextOf) {
  const std::byte bytes[] = {std::byte{'a'}, std::byte{0}, std::byte{'b'}};
  EXPECT_EQ(text_of(bytes), std::string_view("a\0b", 3));
  EXPECT_EQ(text_of({}), "");
}

}  // namespace
}  // namespace loaders
