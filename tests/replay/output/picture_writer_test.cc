#include "replay/output/picture_writer.h"

#include <gtest/gtest.h>
#include <png.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "replay/picture/png_encoder.h"
#include "tests/replay/observe/scratch_folder.h"

namespace replay {
namespace {

namespace fs = std::filesystem;

// Returns a picture whose pixels all differ from their neighbours. Different seeds give different pictures.
Picture pattern(int width, int height, int seed = 0) {
  Picture picture{width, height, true, {}};
  for (int i = 0; i < width * height; ++i) {
    for (const int value : {i, i * 7 + seed, i / 3, i * 13}) picture.rgba.push_back(static_cast<std::uint8_t>(value));
  }
  return picture;
}

// Returns the RGB bytes, top row first.
std::vector<std::uint8_t> expected_rgb(const Picture& picture) {
  std::vector<std::uint8_t> rgb;
  for (int y = 0; y < picture.height; ++y) {
    for (int x = 0; x < picture.width; ++x) {
      const std::uint8_t* pixel = picture.row(y) + x * 4;
      rgb.insert(rgb.end(), pixel, pixel + 3);
    }
  }
  return rgb;
}

struct Decoded {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::uint32_t format = 0;  // the format that the file has
  std::vector<std::uint8_t> rgb;
};

Decoded finish_decoding(png_image& image) {
  Decoded decoded{image.width, image.height, image.format, {}};
  image.format = PNG_FORMAT_RGB;
  decoded.rgb.resize(PNG_IMAGE_SIZE(image));
  if (!png_image_finish_read(&image, nullptr, decoded.rgb.data(), 0, nullptr)) throw std::runtime_error(image.message);
  return decoded;
}

Decoded decode(const std::vector<std::uint8_t>& bytes) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  if (!png_image_begin_read_from_memory(&image, bytes.data(), bytes.size())) throw std::runtime_error(image.message);
  return finish_decoding(image);
}

Decoded decode(const fs::path& path) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  if (!png_image_begin_read_from_file(&image, path.c_str())) throw std::runtime_error(image.message);
  return finish_decoding(image);
}

TEST(PngEncoder, PixelsAreWrittenWithoutAlphaTopRowFirst) {
  for (const bool bottom_up : {true, false}) {
    Picture picture = pattern(37, 23);
    picture.bottom_up = bottom_up;
    const Decoded decoded = decode(*encode_png(picture));
    EXPECT_EQ(decoded.width, 37u);
    EXPECT_EQ(decoded.height, 23u);
    EXPECT_EQ(decoded.format, static_cast<std::uint32_t>(PNG_FORMAT_RGB));
    EXPECT_EQ(decoded.rgb, expected_rgb(picture));
  }
}

TEST(PngEncoder, OddSizesWork) {
  for (const auto& [width, height] : {std::pair(1, 1), std::pair(1, 300), std::pair(300, 1)}) {
    const Picture picture = pattern(width, height);
    EXPECT_EQ(decode(*encode_png(picture)).rgb, expected_rgb(picture)) << width;
  }
}

TEST(PngEncoder, EqualPicturesGiveEqualBytes) {
  EXPECT_EQ(*encode_png(pattern(64, 64)), *encode_png(pattern(64, 64)));
  EXPECT_NE(*encode_png(pattern(64, 64)), *encode_png(pattern(64, 64, 1)));
}

TEST(PngEncoder, APictureWithoutPixelsIsAnError) {
  EXPECT_FALSE(encode_png(Picture{}));
  EXPECT_FALSE(encode_png(Picture{2, 2, true, {0, 0, 0, 0}}));
}

TEST(PictureWriter, WritesEveryPictureUnderAnyBoundAndNumberOfThreads) {
  for (const unsigned threads : {1U, 3U}) {
    for (const std::size_t max_bytes : {std::size_t{1}, std::size_t{20000}, PictureWriter::kMaxBytes}) {
      const ScratchFolder scratch;
      PictureWriter writer(nullptr, threads, max_bytes);
      for (int i = 0; i < 20; ++i) writer.write(scratch.path() / (std::to_string(i) + ".png"), pattern(40, 30, i));
      EXPECT_TRUE(writer.finish().empty());
      EXPECT_EQ(scratch.entries(), 20u);
      for (int i = 0; i < 20; ++i) {
        EXPECT_EQ(decode(scratch.path() / (std::to_string(i) + ".png")).rgb, expected_rgb(pattern(40, 30, i))) << i;
      }
    }
  }
}

TEST(PictureWriter, TheLastPictureOfAFileIsKept) {
  const ScratchFolder scratch;
  PictureWriter writer(nullptr, 4);
  for (int i = 0; i < 30; ++i) writer.write(scratch.path() / "same.png", pattern(30 + i, 30, i));
  EXPECT_TRUE(writer.finish().empty());
  EXPECT_EQ(decode(scratch.path() / "same.png").rgb, expected_rgb(pattern(59, 30, 29)));
  EXPECT_EQ(scratch.entries(), 1u);
}

TEST(PictureWriter, ReportsEachPictureThatFailedAndWritesTheOthers) {
  const ScratchFolder scratch;
  PictureWriter writer;
  const fs::path missing = scratch.path() / "missing" / "a.png";
  writer.write(missing, pattern(4, 4));
  writer.write(scratch.path() / "b.png", pattern(4, 4));
  writer.write(scratch.path() / "c.png", Picture{});
  std::vector<std::string> problems;
  for (const PictureWriter::Failure& failure : writer.finish()) {
    problems.push_back(failure.why);
    EXPECT_NE(failure.why.find(failure.path.string()), std::string::npos);
  }
  std::sort(problems.begin(), problems.end());
  ASSERT_EQ(problems.size(), 2u);
  EXPECT_EQ(problems[0], "cannot write '" + (scratch.path() / "c.png").string() + "': no picture has 0 x 0 pixels");
  EXPECT_EQ(problems[1], "cannot write '" + missing.string() + "': No such file or directory");
  EXPECT_EQ(scratch.entries(), 1u);
  EXPECT_TRUE(writer.finish().empty()) << "each problem is reported once";
}

TEST(PictureWriter, WaitingPicturesAreWrittenEvenWithoutFinish) {
  const ScratchFolder scratch;
  {
    PictureWriter writer(nullptr, 1);
    for (int i = 0; i < 5; ++i) writer.write(scratch.path() / (std::to_string(i) + ".png"), pattern(100, 100));
  }
  EXPECT_EQ(scratch.entries(), 5u);
}

}  // namespace
}  // namespace replay
