// encoded_pixels() and decode_pixels(): what goes in comes out, whatever was there before.
#include "replay/inspect/pixel_pieces.h"

#include <gtest/gtest.h>

namespace replay {
namespace {

using Form = AttachmentImage::Form;

// Bytes that look like noise, and are the same in each run.
std::vector<std::uint8_t> noise(std::size_t size, std::uint32_t seed) {
  std::vector<std::uint8_t> bytes(size);
  for (std::uint8_t& byte : bytes) {
    seed = seed * 1664525U + 1013904223U;
    byte = static_cast<std::uint8_t>(seed >> 24);
  }
  return bytes;
}

class PixelPieces : public ::testing::TestWithParam<Form> {
 protected:
  static constexpr std::size_t kWidth = 13, kHeight = 7;
  const PixelLayout layout = layout_of(GetParam());
  const std::vector<std::uint8_t> before = noise(kWidth * kHeight * layout.pixel, 1);

  // Every pixel for which `changes` is true is another one.
  template <class Changes>
  std::vector<std::uint8_t> changed(const Changes& changes) const {
    std::vector<std::uint8_t> now = before;
    const std::vector<std::uint8_t> other = noise(now.size(), 2);
    for (std::size_t i = 0; i < kWidth * kHeight; ++i) {
      if (!changes(i % kWidth, i / kWidth)) continue;
      for (std::size_t k = i * layout.pixel; k < (i + 1) * layout.pixel; ++k) now[k] = other[k];
      now[i * layout.pixel] = static_cast<std::uint8_t>(before[i * layout.pixel] + 1);
    }
    return now;
  }
};

TEST_P(PixelPieces, GoInAndComeOut) {
  const auto sparse = [](std::size_t x, std::size_t y) { return (x * 5 + y * 3) % 7 < 3; };
  const auto dense = [](std::size_t x, std::size_t y) { return x != 4 || y != 2; };
  for (const auto& now : {changed(sparse), changed(dense), before}) {
    std::vector<std::uint8_t> pixels = before;
    ASSERT_TRUE(decode_pixels(encoded_pixels(now, before, kWidth, layout), kWidth, layout, pixels));
    EXPECT_EQ(pixels, now);
  }
}

// A pixel's history unpacks one piece after the other, without what was there before.
TEST_P(PixelPieces, SayByThemselvesWhatChanges) {
  const auto changes = [](std::size_t x, std::size_t y) { return (x + y) % 3 != 0; };
  const std::vector<std::uint8_t> now = changed(changes);
  std::vector<std::uint8_t> pixels(before.size());
  ASSERT_TRUE(decode_pixels(encoded_pixels(now, before, kWidth, layout), kWidth, layout, pixels));
  for (std::size_t at = 0; at < pixels.size(); ++at) {
    const std::size_t i = at / layout.pixel;
    EXPECT_EQ(pixels[at], changes(i % kWidth, i / kWidth) ? now[at] : 0) << at;
  }
}

TEST_P(PixelPieces, HaveAllPixelsWithoutAPictureBefore) {
  const std::vector<std::uint8_t> piece = encoded_pixels(before, {}, kWidth, layout);
  EXPECT_EQ(piece.size(), longest_piece(kWidth * kHeight, layout));
  std::vector<std::uint8_t> pixels(before.size());
  ASSERT_TRUE(decode_pixels(piece, kWidth, layout, pixels));
  EXPECT_EQ(pixels, before);
}

TEST_P(PixelPieces, OfAnotherLengthAreRefused) {
  std::vector<std::uint8_t> piece = encoded_pixels(before, {}, kWidth, layout);
  std::vector<std::uint8_t> pixels(before.size());
  piece.pop_back();
  EXPECT_FALSE(decode_pixels(piece, kWidth, layout, pixels));
  EXPECT_FALSE(decode_pixels({}, kWidth, layout, pixels));
  EXPECT_FALSE(decode_pixels(std::vector<std::uint8_t>(piece.size() + 2, 0xff), kWidth, layout, pixels));
  EXPECT_EQ(pixels, std::vector<std::uint8_t>(before.size()));
}

INSTANTIATE_TEST_SUITE_P(Forms, PixelPieces,
                         ::testing::Values(Form::kRgba8, Form::kRgbaF32, Form::kDepthF32, Form::kStencil8));

}  // namespace
}  // namespace replay
