#include "replay/picture/thumbnail.h"

#include <gtest/gtest.h>

#include "tests/replay/picture/pictures.h"

namespace replay {
namespace {

TEST(Thumbnail, KeepsTheShape) {
  const Picture wide = thumbnail(plain_picture(1920, 1080, {10, 20, 30, 255}), 96, 72);
  EXPECT_EQ(wide.width, 96);
  EXPECT_EQ(wide.height, 54);
  EXPECT_TRUE(wide.valid());
  const Picture line = thumbnail(plain_picture(16384, 1, {10, 20, 30, 255}), 96, 72);
  EXPECT_EQ(line.height, 1);
  const Picture small = thumbnail(plain_picture(5, 7, {10, 20, 30, 0}), 96, 72);
  EXPECT_EQ(small.width, 5);
  EXPECT_EQ(small.height, 7);
  EXPECT_EQ(small.rgba[3], 255) << "every result is opaque";
}

TEST(Thumbnail, IsTheMeanWithTheTopRowFirst) {
  Picture picture = plain_picture(4, 4, {0, 0, 0, 255});
  for (int x = 0; x < 4; ++x) {
    for (int y = 0; y < 2; ++y) pixel_at(picture, x, y)[0] = static_cast<std::uint8_t>(x < 2 ? 100 + 2 * y : 200);
  }
  const Picture small = thumbnail(picture, 2, 2);
  EXPECT_EQ(small.row(0)[0], 101);
  EXPECT_EQ(small.row(0)[4], 200);
  EXPECT_EQ(small.row(1)[0], 0);
}

}  // namespace
}  // namespace replay
