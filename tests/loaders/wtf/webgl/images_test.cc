#include "loaders/wtf/webgl/images.h"

#include <gtest/gtest.h>

#include <cstring>

#include "tests/image_files.h"

namespace loaders::wtf::webgl {
namespace {

using Pixels = std::vector<std::uint8_t>;
using File = std::vector<std::byte>;

// Two pixels: translucent red, opaque green.
const Pixels kPixels = {255, 0, 0, 100, 0, 255, 0, 255};

File bytes(std::string_view text) {
  File file(text.size());
  std::memcpy(file.data(), text.data(), text.size());
  return file;
}

File png() { return bytes(tests::png_file(kPixels)); }
File jpeg() { return bytes(tests::grey_jpeg_file()); }
File webp() { return bytes(tests::webp_file(kPixels)); }

struct Decoded {
  bool good = false;
  std::uint32_t width = 0, height = 0;
  Pixels pixels;
  std::string problem;
};

Decoded decode(const File& file) {
  Arena arena;
  const Result<Image> image = decode_image(file, Limits(), arena);
  Decoded decoded;
  decoded.good = static_cast<bool>(image);
  if (!image) decoded.problem = image.error().problem;
  if (!image) return decoded;
  decoded.width = image->width;
  decoded.height = image->height;
  decoded.pixels.resize(image->rgba.size());
  std::memcpy(decoded.pixels.data(), image->rgba.data(), image->rgba.size());
  return decoded;
}

TEST(Images, PngKeepsColorsThatAreNotMultipliedByAlpha) {
  const Decoded decoded = decode(png());
  EXPECT_TRUE(decoded.good) << decoded.problem;
  EXPECT_EQ(decoded.width, 2u);
  EXPECT_EQ(decoded.height, 1u);
  EXPECT_EQ(decoded.pixels, kPixels);
}

TEST(Images, Webp) { EXPECT_EQ(decode(webp()).pixels, kPixels); }

TEST(Images, JpegIsOpaque) {
  const Decoded decoded = decode(jpeg());
  EXPECT_EQ(decoded.width, 16u);
  EXPECT_EQ(decoded.height, 8u);
  ASSERT_EQ(decoded.pixels.size(), 16u * 8 * 4);
  EXPECT_NEAR(decoded.pixels[0], 128, 2);
  EXPECT_EQ(decoded.pixels[3], 255);
}

TEST(Images, WhatIsNoneIsSaidToBeNone) {
  const Decoded decoded = decode(bytes("GIF89a"));
  EXPECT_FALSE(decoded.good);
  EXPECT_EQ(decoded.problem, "6 bytes that are no PNG, JPEG or WebP");
}

TEST(Images, CutAtEveryByte) {
  for (const File& file : {png(), jpeg(), webp()}) {
    for (std::size_t size = 0; size < file.size(); ++size) {
      const Decoded decoded = decode(File(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size)));
      EXPECT_TRUE(decoded.good || !decoded.problem.empty()) << size;
    }
  }
}

TEST(Images, ChangedAtEveryByte) {
  for (File file : {png(), jpeg(), webp()}) {
    for (std::byte& byte : file) {
      byte ^= std::byte{0x81};
      decode(file);
      byte ^= std::byte{0x81};
    }
  }
}

TEST(Images, ASizeThatNoTextureHasIsRefusedBeforeThereIsMemoryForIt) {
  File file = png();
  file[18] = std::byte{0x7f};  // width, of which the header's checksum knows nothing any more
  EXPECT_FALSE(decode(file).good);
}

std::string of_url(std::string_view url) {
  const Result<File> file = decode_data_url(url);
  if (!file) return std::string("refused: ").append(file.error().problem);
  return std::string(reinterpret_cast<const char*>(file->data()), file->size());
}

TEST(DataUrls, HoldBase64OrEscapedText) {
  EXPECT_EQ(of_url("data:image/png;base64,aGVsbG8="), "hello");
  EXPECT_EQ(of_url("data:;base64,aGVsbG8%3D"), "hello");
  EXPECT_EQ(of_url("data:,he%6C%6co%"), "hello%");
}

TEST(DataUrls, OthersAreRefused) {
  EXPECT_EQ(of_url("data:image/png;base64"), "refused: a data URL without a comma");
  EXPECT_EQ(of_url("http://test/a.png"), "refused: a data URL without a comma");
  EXPECT_EQ(of_url("data:;base64,aG$s"), "refused: a data URL whose base64 has '$' at character 2");
}

}  // namespace
}  // namespace loaders::wtf::webgl
