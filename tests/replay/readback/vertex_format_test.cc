#include "replay/readback/vertex_format.h"

#include <glad/gl.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <initializer_list>

namespace replay {
namespace {

template <class T>
std::array<double, 4> decoded(const VertexFormat& format, std::initializer_list<T> values) {
  std::array<std::uint8_t, 32> bytes{};
  std::memcpy(bytes.data(), std::data(values), values.size() * sizeof(T));
  EXPECT_EQ(format.bytes(), values.size() * sizeof(T));
  return decode_vertex(format, bytes.data());
}

using Vector = std::array<double, 4>;

TEST(VertexFormat, MissingComponentsAreThoseOfGl) {
  EXPECT_EQ(decoded<float>({.components = 2}, {1.5F, -2}), (Vector{1.5, -2, 0, 1}));
  EXPECT_EQ(decoded<double>({.components = 1, .type = GL_DOUBLE}, {0.1}), (Vector{0.1, 0, 0, 1}));
}

TEST(VertexFormat, IntegersAreFractionsOrWhole) {
  EXPECT_EQ(decoded<std::uint8_t>({.components = 3, .type = GL_UNSIGNED_BYTE, .normalized = true}, {0, 255, 51}),
            (Vector{0, 1, 0.2, 1}));
  EXPECT_EQ(decoded<std::int8_t>({.components = 3, .type = GL_BYTE, .normalized = true}, {-128, -127, 127}),
            (Vector{-1, -1, 1, 1}));
  EXPECT_EQ(decoded<std::int16_t>({.components = 2, .type = GL_SHORT}, {-7, 300}), (Vector{-7, 300, 0, 1}));
  // An integer attribute is never a fraction.
  EXPECT_EQ(decoded<std::uint32_t>({.components = 1, .type = GL_UNSIGNED_INT, .normalized = true, .integer = true},
                                   {4000000000U}),
            (Vector{4000000000.0, 0, 0, 1}));
  EXPECT_EQ(decoded<std::int32_t>({.components = 1, .type = GL_FIXED}, {98304}), (Vector{1.5, 0, 0, 1}));
}

TEST(VertexFormat, SmallFloatsAndPackedWords) {
  EXPECT_EQ(decoded<std::uint16_t>({.components = 4, .type = GL_HALF_FLOAT}, {0x3c00, 0xc000, 0x0001, 0x7c00}),
            (Vector{1, -2, std::ldexp(1.0, -24), HUGE_VAL}));
  const std::uint32_t word = 1U << 30 | 0x200U << 20 | 0x1ffU << 10 | 0x3ffU;  // w 1, z -512, y 511, x -1
  EXPECT_EQ(decoded<std::uint32_t>({.type = GL_INT_2_10_10_10_REV}, {word}), (Vector{-1, 511, -512, 1}));
  EXPECT_EQ(decoded<std::uint32_t>({.type = GL_INT_2_10_10_10_REV, .normalized = true}, {word})[1], 1);
  EXPECT_EQ(decoded<std::uint32_t>({.type = GL_UNSIGNED_INT_2_10_10_10_REV}, {word}), (Vector{1023, 511, 512, 1}));
  // 1.0 is 0x3c0 with 6 bits of mantissa, and 0x1e0 with 5.
  EXPECT_EQ(decoded<std::uint32_t>({.components = 3, .type = GL_UNSIGNED_INT_10F_11F_11F_REV},
                                   {0x3c0U | 0x400U << 11 | 0x1e0U << 22}),
            (Vector{1, 2, 1, 1}));
}

TEST(VertexFormat, BgraIsTurned) {
  EXPECT_EQ(
      decoded<std::uint8_t>({.components = GL_BGRA, .type = GL_UNSIGNED_BYTE, .normalized = true}, {255, 0, 51, 0}),
      (Vector{0.2, 0, 1, 0}));
}

TEST(VertexFormat, AnUnknownTypeHasNoBytes) { EXPECT_EQ((VertexFormat{.type = 7}.bytes()), 0U); }

}  // namespace
}  // namespace replay
