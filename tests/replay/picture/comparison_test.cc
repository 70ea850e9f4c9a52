#include "replay/picture/comparison.h"

#include <gtest/gtest.h>

#include <utility>

#include "replay/picture/similarity.h"
#include "tests/replay/picture/pictures.h"

namespace replay {
namespace {

const Tolerance kExactly{};

TEST(Comparison, EqualPicturesPassWhateverTheirAlphaAndTheOrderOfTheirRows) {
  const Picture a = plain_picture(8, 4, {10, 20, 30, 255});
  Picture b = plain_picture(8, 4, {10, 20, 30, 0});
  b.bottom_up = true;
  const Comparison result = compare(a, b, kExactly);
  EXPECT_TRUE(result.passes);
  EXPECT_EQ(result.differing, 0u);
  EXPECT_EQ(to_string(result), "no pixel differs");
}

TEST(Comparison, SaysHowManyPixelsDifferByHowMuchAndWhere) {
  const Picture a = plain_picture(10, 10, {100, 100, 100, 255});
  Picture b = a;
  pixel_at(b, 3, 2)[1] = 104;
  pixel_at(b, 7, 5)[2] = 60;
  const Comparison result = compare(a, b, kExactly);
  EXPECT_FALSE(result.passes);
  EXPECT_EQ(result.differing, 2u);
  EXPECT_EQ(result.largest, 40);
  EXPECT_EQ(result.x, 7);
  EXPECT_EQ(result.y, 5);
  EXPECT_EQ(to_string(result), "2 of 100 pixels (2.00 %) differ, by up to 40 at (7, 5)");
}

TEST(Comparison, CountsFromTheTopInBothOrdersOfRows) {
  Picture a = plain_picture(4, 4, {0, 0, 0, 255});
  a.bottom_up = true;
  Picture b = a;
  pixel_at(b, 1, 0)[0] = 9;
  EXPECT_EQ(compare(a, b, kExactly).y, 0);
}

TEST(Comparison, AChannelToleranceLimitsTheDifferenceAndTheNumberOfPixels) {
  const Picture a = plain_picture(10, 10, {100, 100, 100, 255});
  Picture b = a;
  pixel_at(b, 0, 0)[0] = 108;
  EXPECT_TRUE(compare(a, b, *parse_tolerance("8")).passes);
  EXPECT_FALSE(compare(a, b, *parse_tolerance("7")).passes);
  EXPECT_TRUE(compare(a, b, *parse_tolerance("7:1")).passes);
  pixel_at(b, 1, 0)[0] = 108;
  EXPECT_FALSE(compare(a, b, *parse_tolerance("7:1")).passes);
  EXPECT_EQ(compare(a, b, *parse_tolerance("7:1")).exceeding, 2u);
}

TEST(Comparison, PicturesOfDifferentSizesNeverPass) {
  const Comparison result =
      compare(plain_picture(4, 2, {0, 0, 0, 255}), plain_picture(2, 4, {0, 0, 0, 255}), *parse_tolerance("255:100"));
  EXPECT_FALSE(result.passes);
  EXPECT_EQ(to_string(result), "4x2 against 2x4 pixels");
}

// For plain pictures the formula is reduced to (2ab + C1) / (a^2 + b^2 + C1).
TEST(Ssim, IsTheFormulaForPlainPictures) {
  const double c1 = 6.5025, expected = (2 * 100 * 120 + c1) / (100 * 100 + 120 * 120 + c1);
  EXPECT_NEAR(mean_ssim(plain_picture(20, 20, {100, 100, 100, 255}), plain_picture(20, 20, {120, 120, 120, 255})),
              expected, 1e-9);
}

TEST(Ssim, SeesStructureMoreThanBrightness) {
  Picture stripes = plain_picture(32, 32, {100, 100, 100, 255});
  for (int y = 0; y < 32; ++y) {
    for (int x = 0; x < 32; x += 2) pixel_at(stripes, x, y)[0] = 140;
  }
  Picture brighter = stripes, shifted = stripes;
  for (std::size_t i = 0; i < brighter.rgba.size(); i += 4)
    brighter.rgba[i] = static_cast<std::uint8_t>(brighter.rgba[i] + 20);
  for (std::size_t i = 0; i < shifted.rgba.size(); i += 4) shifted.rgba[i] = stripes.rgba[i] == 140 ? 100 : 140;
  EXPECT_EQ(mean_ssim(stripes, stripes), 1);
  EXPECT_GT(mean_ssim(stripes, brighter), 0.9);
  EXPECT_LT(mean_ssim(stripes, shifted), 0);
  EXPECT_FALSE(compare(stripes, shifted, *parse_tolerance("ssim")).passes);
}

// A part that is looked at again gives the same as all of it.
TEST(Comparison, SimilarityFollowsWhatChanges) {
  Picture first = plain_picture(75, 70, {0, 0, 0, 255});
  for (std::size_t i = 0; i < first.rgba.size(); ++i) first.rgba[i] = static_cast<std::uint8_t>(i * i >> 3);
  Picture second = first;
  Similarity similarity(75, 70);
  similarity.update(first, second, 0, 0, 75, 70);
  EXPECT_EQ(similarity.mean(), 1);
  double last = 1;
  for (const auto& [x, y] : {std::pair(0, 0), std::pair(30, 31), std::pair(69, 62), std::pair(31, 66)}) {
    for (int line = y; line < y + 4; ++line) {
      for (int at = (line * 75 + x) * 4; at < (line * 75 + x + 6) * 4; ++at)
        second.rgba[static_cast<std::size_t>(at)] ^= 0x3f;
    }
    similarity.update(first, second, x, y, 6, 4);
    EXPECT_DOUBLE_EQ(similarity.mean(), mean_ssim(first, second));
    EXPECT_LT(similarity.mean(), last);
    last = similarity.mean();
  }
}

TEST(DifferencePicture, ShowsWhatDiffersInColourAndTheRestInGrey) {
  const Picture a = plain_picture(4, 4, {100, 100, 100, 255});
  Picture b = a;
  pixel_at(b, 2, 1)[0] = 255;
  pixel_at(b, 0, 0)[0] = 101;
  Picture out = difference_picture(a, b);
  EXPECT_EQ(pixel_at(out, 2, 1)[1], 0);                       // red
  EXPECT_GT(pixel_at(out, 0, 0)[1], 200);                     // yellow
  EXPECT_EQ(pixel_at(out, 3, 3)[0], pixel_at(out, 3, 3)[2]);  // grey
  EXPECT_EQ(difference_picture(a, plain_picture(6, 2, {0, 0, 0, 255})).width, 6);
}

}  // namespace
}  // namespace replay
