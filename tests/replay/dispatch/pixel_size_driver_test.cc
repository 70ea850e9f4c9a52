// Compares image_bytes() to the driver. GL refuses a transfer that would exceed a pixel buffer, so the smallest
// buffer that it accepts is as large as the memory that it touches.
#include <glad/gl.h>

#include <random>

#include "replay/dispatch/pixel_size.h"
#include "tests/replay/platform/headless_test.h"

namespace replay {
namespace {

constexpr GLenum kFormats[] = {GL_RED,
                               GL_GREEN,
                               GL_BLUE,
                               GL_ALPHA,
                               GL_RG,
                               GL_RGB,
                               GL_BGR,
                               GL_RGBA,
                               GL_BGRA,
                               GL_ABGR_EXT,
                               GL_LUMINANCE,
                               GL_LUMINANCE_ALPHA,
                               GL_INTENSITY,
                               GL_COLOR_INDEX,
                               GL_DEPTH_COMPONENT,
                               GL_DEPTH_STENCIL,
                               GL_RED_INTEGER,
                               GL_RG_INTEGER,
                               GL_RGB_INTEGER,
                               GL_BGR_INTEGER,
                               GL_RGBA_INTEGER,
                               GL_BGRA_INTEGER,
                               GL_YCBCR_MESA,
                               GL_RGBA8,
                               GL_SRGB,
                               0,
                               0x1234};
constexpr GLenum kTypes[] = {GL_UNSIGNED_BYTE,
                             GL_BYTE,
                             GL_UNSIGNED_SHORT,
                             GL_SHORT,
                             GL_UNSIGNED_INT,
                             GL_INT,
                             GL_HALF_FLOAT,
                             GL_FLOAT,
                             GL_DOUBLE,
                             GL_BITMAP,
                             GL_UNSIGNED_BYTE_3_3_2,
                             GL_UNSIGNED_BYTE_2_3_3_REV,
                             GL_UNSIGNED_SHORT_5_6_5,
                             GL_UNSIGNED_SHORT_5_6_5_REV,
                             GL_UNSIGNED_SHORT_4_4_4_4,
                             GL_UNSIGNED_SHORT_4_4_4_4_REV,
                             GL_UNSIGNED_SHORT_5_5_5_1,
                             GL_UNSIGNED_SHORT_1_5_5_5_REV,
                             GL_UNSIGNED_INT_8_8_8_8,
                             GL_UNSIGNED_INT_8_8_8_8_REV,
                             GL_UNSIGNED_INT_10_10_10_2,
                             GL_UNSIGNED_INT_2_10_10_10_REV,
                             GL_UNSIGNED_INT_24_8,
                             GL_UNSIGNED_INT_10F_11F_11F_REV,
                             GL_UNSIGNED_INT_5_9_9_9_REV,
                             GL_FLOAT_32_UNSIGNED_INT_24_8_REV,
                             GL_UNSIGNED_SHORT_8_8_MESA,
                             GL_FIXED,
                             GL_INT_2_10_10_10_REV,
                             GL_UNSIGNED_INT64_ARB,
                             0x1234};

class PixelSizeOfDriver : public HeadlessTest {
 protected:
  void SetUp() override {
    HeadlessTest::SetUp();
    if (IsSkipped()) return;
    on = window(16, 16);
    live = context(*on);
    gl = &live->gl();
    GLuint names[2] = {};
    gl->GenBuffers(1, names);
    gl->GenTextures(1, names + 1);
    gl->BindTexture(GL_TEXTURE_3D, names[1]);
    gl->TexImage3D(GL_TEXTURE_3D, 0, GL_RGBA8, 8, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    gl->BindBuffer(GL_PIXEL_UNPACK_BUFFER, names[0]);
  }

  bool takes(std::int64_t bytes, GLenum format, GLenum type, const ImageSize& size) const {
    gl->BufferData(GL_PIXEL_UNPACK_BUFFER, bytes, nullptr, GL_STREAM_DRAW);
    while (gl->GetError() != GL_NO_ERROR) {
    }
    const auto width = static_cast<GLsizei>(size.width), height = static_cast<GLsizei>(size.height);
    if (size.has_depth)
      gl->TexSubImage3D(GL_TEXTURE_3D, 0, 0, 0, 0, width, height, static_cast<GLsizei>(size.depth), format, type,
                        nullptr);
    else gl->DrawPixels(width, height, format, type, nullptr);
    return gl->GetError() == GL_NO_ERROR;
  }

  std::unique_ptr<Window> on;
  std::unique_ptr<GlContext> live;
  const GladGLContext* gl = nullptr;
};

TEST_F(PixelSizeOfDriver, EveryPairThatTheDriverAcceptsIsKnown) {
  int taken = 0;
  for (const GLenum format : kFormats) {
    for (const GLenum type : kTypes) {
      const ImageSize size{3, 2, 1, false};
      if (!takes(1 << 16, format, type, size)) continue;
      ++taken;
      EXPECT_TRUE(texel_bytes(format, type)) << std::hex << format << " " << type;
    }
  }
  EXPECT_GT(taken, 100);
}

TEST_F(PixelSizeOfDriver, ABufferOfThisSizeIsAcceptedAndOneByteLessIsNot) {
  std::mt19937 random(7);
  const auto below = [&](int bound) { return static_cast<std::int32_t>(random() % static_cast<unsigned>(bound)); };
  int compared = 0;
  for (int round = 0; round < 400; ++round) {
    const PixelStore store{.alignment = 1 << below(4),
                           .row_length = below(3) == 0 ? 0 : below(12),
                           .image_height = below(3) == 0 ? 0 : below(12),
                           .skip_pixels = below(5),
                           .skip_rows = below(5),
                           .skip_images = below(3)};
    gl->PixelStorei(GL_UNPACK_ALIGNMENT, store.alignment);
    gl->PixelStorei(GL_UNPACK_ROW_LENGTH, store.row_length);
    gl->PixelStorei(GL_UNPACK_IMAGE_HEIGHT, store.image_height);
    gl->PixelStorei(GL_UNPACK_SKIP_PIXELS, store.skip_pixels);
    gl->PixelStorei(GL_UNPACK_SKIP_ROWS, store.skip_rows);
    gl->PixelStorei(GL_UNPACK_SKIP_IMAGES, store.skip_images);
    const ImageSize size{1 + below(8), 1 + below(8), 1 + below(8), below(2) == 0};
    const GLenum format = kFormats[below(std::size(kFormats))], type = kTypes[below(std::size(kTypes))];
    const auto bytes =
        image_bytes(format, type, size.has_depth ? size : ImageSize{size.width, size.height, 1, false}, store);
    if (!bytes || !takes(1 << 20, format, type, size)) continue;
    ++compared;
    const auto touched = static_cast<std::int64_t>(*bytes);
    // image_bytes() is never less than what the driver touches.
    EXPECT_TRUE(takes(touched, format, type, size))
        << std::hex << format << " " << type << " round " << std::dec << round;
    if (type == GL_BITMAP) continue;
    EXPECT_FALSE(takes(touched - 1, format, type, size))
        << std::hex << format << " " << type << " round " << std::dec << round;
  }
  EXPECT_GT(compared, 50);
}

}  // namespace
}  // namespace replay
