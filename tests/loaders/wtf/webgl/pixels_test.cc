#include "loaders/wtf/webgl/pixels.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

namespace loaders::wtf::webgl {
namespace {

using Bytes = std::vector<int>;

std::vector<std::byte> memory(const Bytes& numbers) {
  std::vector<std::byte> bytes;
  for (const int number : numbers) bytes.push_back(static_cast<std::byte>(number));
  return bytes;
}

template <class T>
std::vector<T> numbers(std::span<const std::byte> bytes) {
  std::vector<T> out(bytes.size() / sizeof(T));
  std::memcpy(out.data(), bytes.data(), out.size() * sizeof(T));
  return out;
}
Bytes list(std::span<const std::byte> bytes) {
  const auto small = numbers<std::uint8_t>(bytes);
  return {small.begin(), small.end()};
}

Bytes of_array(const Bytes& pixels, const PixelShape& shape, const Unpack& unpack) {
  Arena arena;
  return list(convert_array(memory(pixels), shape, unpack, arena));
}
template <class T = std::uint8_t>
std::vector<T> of_image(const Bytes& rgba, const PixelShape& shape, const Unpack& unpack, std::uint32_t channels = 4) {
  Arena arena;
  const auto converted = convert_image(memory(rgba), channels, shape, unpack, arena);
  return converted ? numbers<T>(*converted) : std::vector<T>{};
}

TEST(PixelBytes, TheLastRowNeedsNoPadding) {
  EXPECT_EQ(pixel_bytes({5, 3, kRgb, kUnsignedByte}, 4), 16 + 16 + 15u);
  EXPECT_EQ(pixel_bytes({5, 3, kRgb, kUnsignedByte}, 1), 45u);
  EXPECT_EQ(pixel_bytes({3, 2, kRgba, kUnsignedShort4444}, 8), 8 + 6u);
  EXPECT_EQ(pixel_bytes({0, 3, kRgb, kUnsignedByte}, 4), 0u);
  EXPECT_EQ(pixel_bytes({2, 2, kDepthStencil, kUnsignedInt248}, 4), 16u);
}

TEST(PixelBytes, NotOfPairsThatDoNotGoTogether) {
  EXPECT_EQ(pixel_bytes({1, 1, kRgb, kUnsignedShort4444}, 4), std::nullopt);
  EXPECT_EQ(pixel_bytes({1, 1, kRgba, kUnsignedShort565}, 4), std::nullopt);
  EXPECT_EQ(pixel_bytes({1, 1, kDepthComponent, kUnsignedByte}, 4), std::nullopt);
  EXPECT_EQ(pixel_bytes({1, 1, 0x1903, kUnsignedByte}, 4), std::nullopt);
  EXPECT_EQ(pixel_bytes({0x7fffffff, 0x7fffffff, kRgba, kFloat}, 4), std::nullopt);
}

TEST(ConvertArray, FlipsRowsAndKeepsTheirStride) {
  EXPECT_EQ(of_array({1, 2, 0, 0, 3, 4}, {2, 2, kAlpha, kUnsignedByte}, {.alignment = 4, .flip = true}),
            (Bytes{3, 4, 0, 0, 1, 2, 0, 0}));
}

TEST(ConvertArray, MultipliesAndDropsTheRest) {
  const Unpack premultiply{.premultiply = true};
  EXPECT_EQ(of_array({255, 100, 1, 128}, {1, 1, kRgba, kUnsignedByte}, premultiply), (Bytes{128, 50, 0, 128}));
  EXPECT_EQ(of_array({200, 127, 0, 0}, {1, 1, kLuminanceAlpha, kUnsignedByte}, premultiply), (Bytes{99, 127, 0, 0}));
  EXPECT_FALSE(changes_pixels({1, 1, kRgb, kUnsignedByte}, premultiply));
  EXPECT_FALSE(changes_pixels({1, 1, kRgba, kUnsignedByte}, {.flip = true})) << "one row";
}

TEST(ConvertArray, MultipliesPackedColors) {
  const Unpack premultiply{.alignment = 2, .premultiply = true};
  // 0xf84a: 255, 136, 68 and 170 of 255.
  EXPECT_EQ(of_array({0x4a, 0xf8}, {1, 1, kRgba, kUnsignedShort4444}, premultiply), (Bytes{0x2a, 0xa5}));
  EXPECT_EQ(of_array({0xfe, 0xff}, {1, 1, kRgba, kUnsignedShort5551}, premultiply), (Bytes{0, 0})) << "alpha 0";
  EXPECT_EQ(of_array({0xff, 0xff}, {1, 1, kRgba, kUnsignedShort5551}, premultiply), (Bytes{255, 255}));
}

TEST(ConvertArray, MultipliesFloats) {
  Arena arena;
  const float pixel[] = {1.0f, 0.5f, -2.0f, 0.25f};
  const auto bytes = std::as_bytes(std::span(pixel));
  EXPECT_EQ(numbers<float>(convert_array(bytes, {1, 1, kRgba, kFloat}, {.premultiply = true}, arena)),
            (std::vector{0.25f, 0.125f, -0.5f, 0.25f}));
  // 1.0, 0.5, -2.0, 0.25 as halves.
  EXPECT_EQ(of_array({0, 0x3c, 0, 0x38, 0, 0xc0, 0, 0x34}, {1, 1, kRgba, kHalfFloatOes}, {.premultiply = true}),
            (Bytes{0, 0x34, 0, 0x30, 0, 0xb8, 0, 0x34}));
}

TEST(ConvertImage, TakesWhatTheFormatHas) {
  const Bytes pixel = {10, 20, 30, 40};
  EXPECT_EQ(of_image(pixel, {1, 1, kRgb, kUnsignedByte}, {.alignment = 1}), (std::vector<std::uint8_t>{10, 20, 30}));
  EXPECT_EQ(of_image(pixel, {1, 1, kAlpha, kUnsignedByte}, {.alignment = 1}), (std::vector<std::uint8_t>{40}));
  EXPECT_EQ(of_image(pixel, {1, 1, kLuminance, kUnsignedByte}, {.alignment = 1}), (std::vector<std::uint8_t>{10}));
  EXPECT_EQ(of_image(pixel, {1, 1, kLuminanceAlpha, kUnsignedByte}, {.alignment = 1}),
            (std::vector<std::uint8_t>{10, 40}));
  EXPECT_TRUE(of_image(pixel, {1, 1, kDepthComponent, kUnsignedShort}, {}).empty());
}

TEST(ConvertImage, KeepsTheHighBitsOfPackedColors) {
  const Unpack tight{.alignment = 1};
  EXPECT_EQ(of_image<std::uint16_t>({255, 255, 255, 255}, {1, 1, kRgb, kUnsignedShort565}, tight)[0], 0xffff);
  EXPECT_EQ(of_image<std::uint16_t>({7, 3, 7, 0}, {1, 1, kRgb, kUnsignedShort565}, tight)[0], 0);
  EXPECT_EQ(of_image<std::uint16_t>({0x1f, 0x2f, 0x3f, 0x4f}, {1, 1, kRgba, kUnsignedShort4444}, tight)[0], 0x1234);
  EXPECT_EQ(of_image<std::uint16_t>({255, 0, 8, 128}, {1, 1, kRgba, kUnsignedShort5551}, tight)[0], 0xf803);
  EXPECT_EQ(of_image<std::uint16_t>({255, 0, 8, 127}, {1, 1, kRgba, kUnsignedShort5551}, tight)[0], 0xf802);
}

TEST(ConvertImage, ScalesFloatsToOne) {
  EXPECT_EQ(of_image<float>({255, 0, 51, 255}, {1, 1, kRgba, kFloat}, {}), (std::vector{1.0f, 0.0f, 0.2f, 1.0f}));
  EXPECT_EQ(of_image<std::uint16_t>({255, 0, 51, 1}, {1, 1, kRgba, kHalfFloatOes}, {}),
            (std::vector<std::uint16_t>{0x3c00, 0, 0x3266, 0x1c04}));
}

TEST(ConvertImage, MultipliesAndRounds) {
  EXPECT_EQ(of_image({255, 100, 1, 128}, {1, 1, kRgba, kUnsignedByte}, {.premultiply = true}),
            (std::vector<std::uint8_t>{128, 50, 1, 128}));
}

TEST(ConvertImage, HasRowsAsGlReadsThemUnderTheAlignment) {
  EXPECT_EQ(of_image({1, 1, 1, 2, 2, 2}, {1, 2, kRgb, kUnsignedByte}, {.alignment = 4, .flip = true}, 3),
            (std::vector<std::uint8_t>{2, 2, 2, 0, 1, 1, 1, 0}));
}

}  // namespace
}  // namespace loaders::wtf::webgl
