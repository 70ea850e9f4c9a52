#include "replay/bisect/image_difference.h"

#include <gtest/gtest.h>

namespace replay {
namespace {

AttachmentImage gray(std::uint8_t value, int level = 0) {
  return {.name = "texture 1",
          .width = 2,
          .height = 1,
          .form = AttachmentImage::Form::kRgba8,
          .level = level,
          .bytes = std::vector<std::uint8_t>(8, value)};
}

bool differs(const AttachmentImage& good, const AttachmentImage& bad, const char* tolerance) {
  return compare_images("image", &good, &bad, *parse_tolerance(tolerance)).differs;
}

TEST(ImageDifference, KeepsToTheTolerance) {
  EXPECT_FALSE(differs(gray(10), gray(10), "exact"));
  EXPECT_TRUE(differs(gray(10), gray(11), "exact"));
  EXPECT_FALSE(differs(gray(10), gray(13), "3"));
  EXPECT_TRUE(differs(gray(10), gray(14), "3"));
}

TEST(ImageDifference, AddsUpFromLevelToLevelOfAMipmap) {
  EXPECT_TRUE(differs(gray(10, 1), gray(14, 1), "3"));
  EXPECT_FALSE(differs(gray(10, 3), gray(19, 3), "3"));
  EXPECT_TRUE(differs(gray(10, 3), gray(20, 3), "3"));
  EXPECT_TRUE(differs(gray(10, 3), gray(11, 3), "exact")) << "the same driver always rounds in the same way";
  EXPECT_FALSE(differs(gray(0, 31), gray(255, 31), "100"));
}

TEST(ImageDifference, AMissingImageIsADifferenceUnlessAWindowMayLackIt) {
  const AttachmentImage depth = {.name = "depth",
                                 .width = 1,
                                 .height = 1,
                                 .form = AttachmentImage::Form::kDepthF32,
                                 .bytes = std::vector<std::uint8_t>(4)};
  const Tolerance some = *parse_tolerance("3"), none = *parse_tolerance("exact");
  EXPECT_FALSE(compare_images("window depth", &depth, nullptr, some).differs);
  EXPECT_TRUE(compare_images("window depth", &depth, nullptr, none).differs);
  EXPECT_TRUE(compare_images("depth", nullptr, &depth, some).differs);
}

}  // namespace
}  // namespace replay
