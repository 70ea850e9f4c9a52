// changed_boxes(): the smallest boxes around what differs, counted from the top left.
#include "replay/inspect/changed_boxes.h"

#include <gtest/gtest.h>

namespace replay {
namespace {

AttachmentImage image_of(int width, int height) {
  AttachmentImage image{.name = "window color", .width = width, .height = height, .bytes = {}};
  image.bytes.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4);
  return image;
}

// Changes one byte of the pixel, which is counted from the top left.
void change(AttachmentImage& image, int x, int y, std::size_t channel = 0) {
  const auto row = static_cast<std::size_t>(image.height - 1 - y);
  image.bytes[(row * static_cast<std::size_t>(image.width) + static_cast<std::size_t>(x)) * 4 + channel] ^= 0x55;
}

TEST(ChangedBoxes, NothingDiffers) { EXPECT_TRUE(changed_boxes(image_of(20, 10), image_of(20, 10)).empty()); }

TEST(ChangedBoxes, TheSmallestBoxIsCountedFromTheTop) {
  AttachmentImage after = image_of(20, 10);
  change(after, 3, 1, 3);
  change(after, 7, 4);
  EXPECT_EQ(changed_boxes(image_of(20, 10), after), (std::vector<PixelBox>{{3, 1, 5, 4}}));
}

TEST(ChangedBoxes, FarChangesAreTwoBoxes) {
  AttachmentImage after = image_of(kTile + 10, kTile + 5);
  change(after, 0, 0);
  change(after, kTile + 9, kTile + 4);
  EXPECT_EQ(changed_boxes(image_of(kTile + 10, kTile + 5), after),
            (std::vector<PixelBox>{{0, 0, 1, 1}, {kTile + 9, kTile + 4, 1, 1}}));
}

TEST(ChangedBoxes, AllBoxesCoverTheImageOnce) {
  int pixels = 0;
  for (const PixelBox& box : all_boxes(image_of(2 * kTile + 1, kTile))) pixels += box.width * box.height;
  EXPECT_EQ(pixels, (2 * kTile + 1) * kTile);
}

TEST(ChangedBoxes, BytesComeTopRowFirst) {
  AttachmentImage image = image_of(2, 2);
  change(image, 1, 0);
  const std::vector<std::uint8_t> bytes = bytes_of(image, {1, 0, 1, 2});
  ASSERT_EQ(bytes.size(), 8U);
  EXPECT_EQ(bytes[0], 0x55);
  EXPECT_EQ(bytes[4], 0);
}

}  // namespace
}  // namespace replay
