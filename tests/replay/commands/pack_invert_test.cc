// Read-backs from the last row to the first (GL_MESA_pack_invert). Mesa has them for window systems with the origin
// at the top.
#include <glad/gl.h>
#include <gtest/gtest.h>

#include <functional>

#include "tests/replay/commands/apitrace_scene.h"
#include "tests/replay/commands/program_test.h"

namespace replay {
namespace {

using namespace tests::at;

constexpr int kSize = 8, kRow = 4 * kSize, kImage = kRow * kSize;

class PackInvert : public ProgramTest {
 protected:
  // The window, and a texture, are blue above and red below.
  PackInvert() { begin(); }
  void begin() {
    scene = ApitraceScene();
    scene.window(kSize, kSize).clear(kRedColor).clear_box(0, kSize / 2, kSize, kSize / 2, kBlueColor);
    scene.trace.call("glBindTexture(target, texture)", {en(GL_TEXTURE_2D), 3});
    scene.trace.call("glCopyTexImage2D(target, level, internalformat, x, y, width, height, border)",
                     {en(GL_TEXTURE_2D), 0, en(GL_RGBA), 0, 0, kSize, kSize, 0});
  }
  void buffer(int bytes) {
    scene.trace.call("glBindBuffer(target, buffer)", {en(GL_PIXEL_PACK_BUFFER), 5});
    scene.trace.call("glBufferData(target, size, data, usage)",
                     {en(GL_PIXEL_PACK_BUFFER), bytes, null(), en(GL_STATIC_DRAW)});
  }
  void store(int parameter, int value) { scene.trace.call("glPixelStorei(pname, param)", {en(parameter), value}); }
  void read_pixels(int y, const Item& pixels) {
    scene.trace.call("glReadPixels(x, y, width, height, format, type, pixels)",
                     {0, y, kSize, kSize, en(GL_RGBA), en(GL_UNSIGNED_BYTE), pixels});
  }
  static Item offset(int bytes) { return bytes == 0 ? null() : ptr(static_cast<std::uint64_t>(bytes)); }
  // Draws the content of the buffer from this offset on over a green window.
  Outcome shown(int from = 0) {
    scene.clear(kGreenColor);
    scene.trace.call("glBindBuffer(target, buffer)", {en(GL_PIXEL_UNPACK_BUFFER), 5});
    scene.trace.call("glRasterPos2f(x, y)", {-1.0, -1.0});
    scene.trace.call("glDrawPixels(width, height, format, type, pixels)",
                     {kSize, kSize, en(GL_RGBA), en(GL_UNSIGNED_BYTE), offset(from)});
    scene.swap();
    write("scene.trace", scene.bytes());
    return run({"scene.trace", "--strict", "--frame", "0", "-o", "picture.png"});
  }
  void expect_upside_down(int from = 0) {
    const Outcome outcome = shown(from);
    EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
    const Picture picture = read_png(path("picture.png"));
    EXPECT_EQ(pixel_of(picture, 3, 0), kRed) << outcome.out;
    EXPECT_EQ(pixel_of(picture, 3, kSize - 1), kBlue);
  }
  void expect_refused() {
    const Outcome outcome = shown();
    EXPECT_EQ(outcome.code, 1) << outcome.err;
    EXPECT_TRUE(contains(outcome.out, "argument out of bounds")) << outcome.out;
  }

  ApitraceScene scene;
};

TEST_F(PackInvert, PixelsAreWrittenToABuffer) {
  buffer(kImage);
  store(GL_PACK_INVERT_MESA, 1);
  read_pixels(0, offset(0));
  expect_upside_down();
}

TEST_F(PackInvert, WithAnOffsetAndSkippedRowsTheyAreWhereMesaPutsThem) {
  constexpr int kSkipped = 2;
  buffer(2 * kImage);
  store(GL_PACK_INVERT_MESA, 1);
  store(GL_PACK_SKIP_ROWS, kSkipped);
  read_pixels(0, offset(kImage - kSkipped * kRow));
  expect_upside_down(kImage - 2 * kSkipped * kRow);
}

TEST_F(PackInvert, NothingIsWrittenPastABuffer) {
  buffer(kImage - 4);
  store(GL_PACK_INVERT_MESA, 1);
  read_pixels(0, offset(0));
  expect_refused();
}

TEST_F(PackInvert, NothingIsWrittenBeforeABuffer) {
  buffer(4 * kImage);
  store(GL_PACK_INVERT_MESA, 1);
  store(GL_PACK_SKIP_ROWS, 2);
  read_pixels(0, offset(kRow));
  expect_refused();
}

TEST_F(PackInvert, RowsBelowTheWindowAreNotWrittenBeforeABuffer) {
  buffer(4 * kImage);
  store(GL_PACK_INVERT_MESA, 1);
  read_pixels(-3, offset(kRow));
  expect_refused();
}

// glGetnTexImage of Mesa 22.3 writes nothing to offset 0.
TEST_F(PackInvert, TexturesAreWrittenToABuffer) {
  const auto level = [&](const char* function) {
    scene.trace.call(function, {en(GL_TEXTURE_2D), 0, en(GL_RGBA), en(GL_UNSIGNED_BYTE), null()});
  };
  const auto texture = [&](const char* function) {
    scene.trace.call(function, {3, 0, en(GL_RGBA), en(GL_UNSIGNED_BYTE), kImage, null()});
  };
  const auto part = [&](const char* function) {
    scene.trace.call(function, {3, 0, 0, 0, 0, kSize, kSize, 1, en(GL_RGBA), en(GL_UNSIGNED_BYTE), kImage, null()});
  };
  const std::pair<const char*, std::function<void(const char*)>> kReads[] = {
      {"glGetTexImage(target, level, format, type, pixels)", level},
      {"glGetTextureImage(texture, level, format, type, bufSize, pixels)", texture},
      {"glGetTextureSubImage(texture, level, xoffset, yoffset, zoffset, width, height, depth, format, type, bufSize, "
       "pixels)",
       part},
  };
  for (const auto& [function, read] : kReads) {
    SCOPED_TRACE(function);
    for (const int size : {kImage, kImage - 4}) {
      begin();
      buffer(size);
      store(GL_PACK_INVERT_MESA, 1);
      read(function);
      if (size == kImage) expect_upside_down();
      else expect_refused();
    }
  }
}

}  // namespace
}  // namespace replay
