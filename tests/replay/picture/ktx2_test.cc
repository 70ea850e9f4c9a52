#include "replay/picture/ktx2.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>

namespace replay {
namespace {

std::uint64_t number_at(const std::vector<std::uint8_t>& file, std::size_t at, int bytes) {
  std::uint64_t value = 0;
  for (int i = 0; i < bytes; ++i) value |= std::uint64_t{file.at(at + static_cast<std::size_t>(i))} << 8 * i;
  return value;
}

// The places are those of the specification; node's ktx-parse read files of all formats, too.
TEST(Ktx2, LevelsLieWhereTheIndexSays) {
  const Ktx2 texture{.format = Ktx2::Format::kRgbaF32,
                     .width = 2,
                     .height = 1,
                     .layers = 3,
                     .levels = {std::vector<std::uint8_t>(2 * 16 * 3, 7), std::vector<std::uint8_t>(16 * 3, 9)}};
  const auto file = encode_ktx2(texture);
  EXPECT_EQ(std::string(file.begin() + 1, file.begin() + 7), "KTX 20");
  EXPECT_EQ(number_at(file, 12, 4), 109U);  // VK_FORMAT_R32G32B32A32_SFLOAT
  EXPECT_EQ(number_at(file, 16, 4), 4U);    // bytes of a number
  EXPECT_EQ(number_at(file, 20, 4), 2U);
  EXPECT_EQ(number_at(file, 32, 4), 3U);  // layers
  EXPECT_EQ(number_at(file, 36, 4), 1U);  // faces
  EXPECT_EQ(number_at(file, 40, 4), 2U);  // levels
  const std::size_t dfd = number_at(file, 48, 4), dfd_size = number_at(file, 52, 4);
  EXPECT_EQ(dfd, 80U + 2 * 24);
  EXPECT_EQ(number_at(file, dfd, 4), dfd_size);
  EXPECT_EQ(number_at(file, 56, 4), dfd + dfd_size);  // of the key values
  for (const std::size_t level : {0, 1}) {
    const std::size_t at = number_at(file, 80 + 24 * level, 8), size = number_at(file, 88 + 24 * level, 8);
    EXPECT_EQ(at % 16, 0U);
    ASSERT_EQ(size, texture.levels[level].size());
    EXPECT_EQ(std::memcmp(&file.at(at), texture.levels[level].data(), size), 0);
  }
  EXPECT_GT(number_at(file, 80, 8), number_at(file, 104, 8));  // the smallest level lies first
  EXPECT_EQ(number_at(file, 80, 8) + texture.levels[0].size(), file.size());
}

}  // namespace
}  // namespace replay
