#include "replay/picture/encode.h"

#include <gtest/gtest.h>
#include <qoi.h>

#include <cstdlib>
#include <memory>
#include <random>

#include "replay/picture/film_frames.h"
#include "replay/picture/png_encoder.h"
#include "replay/picture/png_reader.h"
#include "tests/replay/observe/scratch_folder.h"

namespace replay {
namespace {

// Half of it is even, half is noise, so that each filter of PNG is the best somewhere.
Picture noisy(int width, int height) {
  std::mt19937 random(1);
  Picture picture{width, height, true, {}};
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width * 4; ++x)
      picture.rgba.push_back(static_cast<std::uint8_t>(y % 2 == 0 ? x / 4 + y : static_cast<int>(random() % 256)));
  }
  return picture;
}

TEST(Encode, PngHoldsThePixelsAtEveryLevel) {
  const ScratchFolder scratch;
  const Picture picture = noisy(33, 20);
  for (int level = 0; level <= kMaxPngLevel; ++level) {
    ASSERT_TRUE(write_picture_file(scratch.path() / "a.png", picture, {PictureFormat::kPng, level}));
    const auto read = read_png_file(scratch.path() / "a.png");
    ASSERT_TRUE(read) << level;
    EXPECT_EQ(rgb_of(*read), rgb_of(picture)) << level;
  }
}

TEST(Encode, QoiHoldsThePixels) {
  const Picture picture = noisy(33, 20);
  const auto bytes = encode(picture, {PictureFormat::kQoi});
  ASSERT_TRUE(bytes);
  qoi_desc description{};
  const std::unique_ptr<void, decltype(&std::free)> pixels(
      qoi_decode(bytes->data(), static_cast<int>(bytes->size()), &description, 3), &std::free);
  ASSERT_TRUE(pixels);
  EXPECT_EQ(description.width, 33u);
  const auto* begin = static_cast<const std::uint8_t*>(pixels.get());
  EXPECT_EQ(std::vector<std::uint8_t>(begin, begin + 33 * 20 * 3), rgb_of(picture));
}

TEST(Encode, APictureWithoutPixelsIsAnErrorInEveryFormat) {
  for (const auto format : {PictureFormat::kPng, PictureFormat::kQoi, PictureFormat::kPpm})
    EXPECT_FALSE(encode(Picture{}, {format}));
}

TEST(Encode, TheEndingOfAFileTellsItsFormat) {
  EXPECT_EQ(format_of_file("a/b.PnG"), PictureFormat::kPng);
  EXPECT_EQ(format_of_file("x.qoi"), PictureFormat::kQoi);
  EXPECT_EQ(format_of_file("x.y4m"), PictureFormat::kY4m);
  EXPECT_EQ(format_of_file("qoi"), std::nullopt);
  EXPECT_EQ(format_of_file("a.qoi/b"), std::nullopt);
  EXPECT_EQ(format_of_file("-"), std::nullopt);
}

TEST(FilmFrames, AreCutAtTheRightAndBelowAndFilledWithBlack) {
  const Picture picture{2, 2, true, {5, 5, 5, 5, 6, 6, 6, 6, 1, 1, 1, 1, 2, 2, 2, 2}};  // the lower row comes first
  EXPECT_EQ(rgb_of(with_size(picture, 1, 1)), (std::vector<std::uint8_t>{1, 1, 1}));
  EXPECT_EQ(rgb_of(with_size(picture, 3, 1)), (std::vector<std::uint8_t>{1, 1, 1, 2, 2, 2, 0, 0, 0}));
}

TEST(FilmFrames, GreyStaysGrey) {
  const Picture picture{3, 1, true, {0, 0, 0, 255, 128, 128, 128, 255, 255, 255, 255, 255}};
  const std::vector<std::uint8_t> frame = y4m_frame(picture);
  EXPECT_EQ(std::vector<std::uint8_t>(frame.begin() + 6, frame.end()),
            (std::vector<std::uint8_t>{16, 126, 235, 128, 128, 128, 128, 128, 128}));
}

}  // namespace
}  // namespace replay
