#include "replay/dispatch/pixel_size.h"

#include <glad/gl.h>
#include <gtest/gtest.h>

namespace replay {
namespace {

TEST(TexelBytes, DependOnFormatAndType) {
  EXPECT_EQ(texel_bytes(GL_RGBA, GL_UNSIGNED_BYTE), 4u);
  EXPECT_EQ(texel_bytes(GL_RGB, GL_FLOAT), 12u);
  EXPECT_EQ(texel_bytes(GL_RG_INTEGER, GL_SHORT), 4u);
  EXPECT_EQ(texel_bytes(GL_RGB, GL_UNSIGNED_SHORT_5_6_5), 2u) << "packed types hold the whole texel";
  EXPECT_EQ(texel_bytes(GL_DEPTH_STENCIL, GL_FLOAT_32_UNSIGNED_INT_24_8_REV), 8u);
  EXPECT_EQ(texel_bytes(GL_RGB, GL_UNSIGNED_INT_10F_11F_11F_REV), 4u);
  EXPECT_EQ(texel_bytes(GL_COLOR_INDEX, GL_BITMAP), 0u);
  EXPECT_EQ(texel_bytes(GL_RGBA, GL_TRIANGLES), std::nullopt);
  EXPECT_EQ(texel_bytes(GL_TEXTURE_2D, GL_UNSIGNED_BYTE), std::nullopt);
}

struct Case {
  const char* what;
  std::uint32_t format, type;
  ImageSize size;
  PixelStore store;
  std::uint64_t bytes;
};

class ImageBytes : public testing::TestWithParam<Case> {};

TEST_P(ImageBytes, IsTheMemoryThatGlTouches) {
  const Case& c = GetParam();
  EXPECT_EQ(image_bytes(c.format, c.type, c.size, c.store), c.bytes) << c.what;
}

INSTANTIATE_TEST_SUITE_P(
    PixelStore, ImageBytes,
    testing::Values(
        Case{"tight rows", GL_RGBA, GL_UNSIGNED_BYTE, {3, 2}, {}, 24},
        Case{"rows padded to 4, the last one not", GL_RGB, GL_UNSIGNED_BYTE, {3, 2}, {}, 12 + 9},
        Case{"alignment 1", GL_RGB, GL_UNSIGNED_BYTE, {3, 2}, {.alignment = 1}, 18},
        Case{"alignment 8", GL_RGB, GL_UNSIGNED_BYTE, {3, 2}, {.alignment = 8}, 16 + 9},
        Case{"longer rows", GL_RED, GL_UNSIGNED_BYTE, {3, 2}, {.alignment = 1, .row_length = 10}, 13},
        Case{"skipped pixels",
             GL_RED,
             GL_UNSIGNED_BYTE,
             {3, 2},
             {.alignment = 1, .row_length = 10, .skip_pixels = 5},
             18},
        Case{"skipped rows", GL_RED, GL_UNSIGNED_BYTE, {4, 2}, {.skip_rows = 3}, 5 * 4},
        Case{"image height counts for 3D", GL_RED, GL_UNSIGNED_BYTE, {4, 2, 3, true}, {.image_height = 5}, 2 * 20 + 8},
        Case{"and not for 2D", GL_RED, GL_UNSIGNED_BYTE, {4, 2}, {.image_height = 5, .skip_images = 7}, 8},
        Case{"skipped images", GL_RED, GL_UNSIGNED_BYTE, {4, 2, 1, true}, {.skip_images = 2}, 3 * 8},
        Case{"bits", GL_COLOR_INDEX, GL_BITMAP, {9, 2}, {.alignment = 1}, 2 + 2},
        Case{"bits, aligned rows", GL_COLOR_INDEX, GL_BITMAP, {9, 2}, {}, 4 + 2},
        Case{"nothing", GL_RGBA, GL_FLOAT, {0, 7}, {.skip_rows = 9}, 0},
        Case{"GL refuses negative sizes", GL_RGBA, GL_FLOAT, {-1, 7}, {}, 0}));

TEST(ImageBytes, AnImageThatIsTooLargeToCountIsLargerThanMemory) {
  const ImageSize largest{INT32_MAX, INT32_MAX, INT32_MAX, true};
  EXPECT_EQ(image_bytes(GL_RGBA, GL_FLOAT, largest, {}), kBeyondMemory);
}

}  // namespace
}  // namespace replay
