#include "replay/picture/picture.h"

#include <gtest/gtest.h>

#include <vector>

namespace replay {
namespace {

// Returns a picture of two rows, red green / blue white, from the bottom to the top as in GL.
Picture two_by_two() { return {2, 2, true, {0, 0, 255, 9, 255, 255, 255, 9, 255, 0, 0, 9, 0, 255, 0, 9}}; }

TEST(Picture, RowsCountFromTheTop) {
  Picture picture = two_by_two();
  EXPECT_EQ(picture.row(0)[0], 255);
  EXPECT_EQ(picture.row(1)[2], 255);
  picture.bottom_up = false;
  EXPECT_EQ(picture.row(0)[2], 255);
}

TEST(Picture, OnlyACompletePictureIsValid) {
  EXPECT_TRUE(two_by_two().valid());
  EXPECT_FALSE(Picture{}.valid());
  EXPECT_FALSE((Picture{-1, -1, true, {0, 0, 0, 0}}.valid()));
  EXPECT_FALSE((Picture{1, 2, true, {0, 0, 0, 0}}.valid()));
  EXPECT_FALSE((Picture{65536, 65536, true, {}}.valid()));
}

// The checksums are those of printf '\377\0\0\0\377\0\0\0\377\377\377\377' | md5sum, | sha256sum; with alpha each pixel
// ends with \11
TEST(Picture, Md5CoversTheRgbBytesTopRowFirst) {
  EXPECT_EQ(md5_of_rgb(two_by_two()), "9f008229069ae08b2a28cbeed50cb426");
  EXPECT_EQ(checksum_of(two_by_two(), ChecksumKind::kSha256OfRgb),
            "6733cdd08e5c7ef0453e2759ef0d28fbd43ea2aa7883b55422a13dac38e23ecc");
  EXPECT_EQ(checksum_of(two_by_two(), ChecksumKind::kSha256OfRgba),
            "b9b71f927de8e6d8052de24df350c2e3c312bcdad4055ef34a94ef19820f05cc");
}

TEST(Picture, Md5IgnoresAlphaAndTheOrderInMemory) {
  Picture picture = two_by_two();
  picture.rgba[3] = 77;
  EXPECT_EQ(md5_of_rgb(picture), md5_of_rgb(two_by_two()));
  const Picture same = {2, 2, false, {255, 0, 0, 1, 0, 255, 0, 1, 0, 0, 255, 1, 255, 255, 255, 1}};
  EXPECT_EQ(md5_of_rgb(same), md5_of_rgb(two_by_two()));
}

}  // namespace
}  // namespace replay
