// The numbers of GL and WebGL that tests write into traces. Loaders and their tests do not include GL's own headers.
#pragma once

#include <cstdint>

namespace tests {

constexpr std::uint32_t kTriangles = 4, kTriangleStrip = 5;
constexpr std::uint32_t kColorBit = 0x4000;
constexpr std::uint32_t kUnsignedByte = 0x1401, kUnsignedShort = 0x1403, kFloat = 0x1406;
constexpr std::uint32_t kRgba = 0x1908;
constexpr std::uint32_t kTexture2d = 0x0de1;
constexpr std::uint32_t kArrayBuffer = 0x8892, kElementArrayBuffer = 0x8893, kStaticDraw = 0x88e4;
constexpr std::uint32_t kFragmentShader = 0x8b30, kVertexShader = 0x8b31;

// Of glPixelStorei; the last two are WebGL's own.
constexpr std::uint32_t kUnpackAlignment = 0x0cf5, kUnpackFlipY = 0x9240, kUnpackPremultiplyAlpha = 0x9241;

}  // namespace tests
