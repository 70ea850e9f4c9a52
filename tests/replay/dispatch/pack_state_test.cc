// Pictures show what was drawn, regardless of the pixel-transfer state that the recorded program set. The program's
// state stays as it was.
#include "replay/dispatch/pack_state.h"

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <memory>

#include "replay/readback/framebuffer_reader.h"
#include "replay/readback/texture_reader.h"
#include "tests/replay/call_builder.h"
#include "tests/replay/platform/headless_test.h"

namespace replay {
namespace {

using glbindings::FunctionId;
using loaders::Value;

constexpr Pixel kMagenta = {255, 0, 255, 255};

class PackStateTest : public HeadlessTest {
 protected:
  static constexpr std::uint64_t kContext = 0x30, kWindow = 7;

  void SetUp() override {
    HeadlessTest::SetUp();
    if (IsSkipped()) return;
    dispatcher = std::make_unique<Dispatcher>(platform.get(), calls.functions, WindowSystemOptions{});
    issue(FunctionId::glXCreateContextAttribsARB, {null(), null(), pointer(0), uint(1), calls.ints({0})},
          pointer(kContext));
    issue(FunctionId::replayDrawableSize, {uint(kWindow), sint(3), sint(3)});
    issue(FunctionId::glXMakeCurrent, {null(), uint(kWindow), pointer(kContext)}, uint(1));
    issue(FunctionId::glClearColor, {f32(1), f32(0), f32(1), f32(1)});
    issue(FunctionId::glClear, {uint(GL_COLOR_BUFFER_BIT)});
  }
  void TearDown() override { dispatcher.reset(); }  // it must be destroyed before the platform

  void issue(FunctionId function, std::vector<Value> arguments, std::optional<Value> result = {}) {
    dispatcher->issue(calls.add(function, std::move(arguments), result ? &*result : nullptr));
  }
  void store(GLenum name, int value) { issue(FunctionId::glPixelStorei, {uint(name), sint(value)}); }
  void transfer(GLenum name, float value) { issue(FunctionId::glPixelTransferf, {uint(name), f32(value)}); }
  void expect_magenta() {
    const auto picture = read_drawable(*dispatcher, *dispatcher->window_system.find_drawable(kWindow));
    ASSERT_TRUE(picture);
    for (int y = 0; y < 3; ++y) {
      for (int x = 0; x < 3; ++x) {
        const std::uint8_t* p = picture->row(y) + 4 * x;
        EXPECT_EQ((Pixel{p[0], p[1], p[2], p[3]}), kMagenta) << x << ' ' << y;
      }
    }
  }
  // Reads a pixel as the recorded program would.
  std::array<std::uint8_t, 4> own_pixel() {
    std::array<std::uint8_t, 4> pixel{};
    gl().ReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel.data());
    return pixel;
  }
  GLint number(GLenum name) {
    GLint value = -1;
    gl().GetIntegerv(name, &value);
    return value;
  }
  const GladGLContext& gl() { return *dispatcher->gl; }

  CallBuilder calls;
  std::unique_ptr<Dispatcher> dispatcher;
};

TEST_F(PackStateTest, ScalesAndBiasesAffectOnlyTheProgram) {
  for (const GLenum bias : {GL_RED_BIAS, GL_GREEN_BIAS, GL_BLUE_BIAS}) transfer(bias, 1);
  transfer(GL_RED_SCALE, 0);
  expect_magenta();
  EXPECT_EQ(own_pixel(), (std::array<std::uint8_t, 4>{255, 255, 255, 255}));
  EXPECT_EQ(number(GL_RED_SCALE), 0);
  EXPECT_EQ(number(GL_GREEN_BIAS), 1);
}

TEST_F(PackStateTest, PixelMapsAffectOnlyTheProgram) {
  const float one = 1;
  gl().PixelMapfv(GL_PIXEL_MAP_G_TO_G, 1, &one);
  issue(FunctionId::glPixelTransferi, {uint(GL_MAP_COLOR), sint(1)});
  expect_magenta();
  EXPECT_EQ(own_pixel()[1], 255);
}

TEST_F(PackStateTest, PackParametersAffectOnlyTheProgram) {
  constexpr std::pair<GLenum, int> kStores[] = {
      {GL_PACK_ALIGNMENT, 8},     {GL_PACK_ROW_LENGTH, 1},      {GL_PACK_SKIP_PIXELS, 1000},
      {GL_PACK_SKIP_ROWS, 100},   {GL_PACK_SWAP_BYTES, 1},      {GL_PACK_LSB_FIRST, 1},
      {GL_PACK_SKIP_IMAGES, 100}, {GL_PACK_IMAGE_HEIGHT, 1000}, {GL_PACK_INVERT_MESA, 1},
  };
  for (const auto& [name, value] : kStores) store(name, value);
  expect_magenta();
  for (const auto& [name, value] : kStores) EXPECT_EQ(number(name), value) << std::hex << name;
}

TEST_F(PackStateTest, DepthIsReadWithoutScaleAndBias) {
  transfer(GL_DEPTH_SCALE, 0);
  transfer(GL_DEPTH_BIAS, 0.25f);
  issue(FunctionId::glClearDepth, {loaders::Value::of_f64(1)});
  issue(FunctionId::glClear, {uint(GL_DEPTH_BUFFER_BIT)});
  const auto depth = read_depth(*dispatcher, *dispatcher->window_system.find_drawable(kWindow));
  ASSERT_EQ(depth.size(), 9u);
  EXPECT_EQ(depth[0], 0xFFFFFFFFu);
}

TEST_F(PackStateTest, ImagesOfThreeDimensionsFitTheirMemory) {
  issue(FunctionId::glTexImage3D, {uint(GL_TEXTURE_3D), sint(0), sint(GL_RGBA8), sint(2), sint(2), sint(2), sint(0),
                                   uint(GL_RGBA), uint(GL_UNSIGNED_BYTE), calls.blob(std::string(32, 'p'))});
  store(GL_PACK_SKIP_IMAGES, 1000);
  store(GL_PACK_IMAGE_HEIGHT, 100000);
  transfer(GL_RED_BIAS, 1);
  const GlErrors::Mute mute(dispatcher->errors, gl());
  const PackState pack(gl());
  const auto image = read_level(gl(), GL_TEXTURE_3D, 0);
  ASSERT_TRUE(image);
  EXPECT_EQ(std::string(image->bytes.begin(), image->bytes.end()), std::string(32, 'p'));
}

TEST_F(PackStateTest, ThePackBufferIsBoundAgain) {
  issue(FunctionId::glBindBuffer, {uint(GL_PIXEL_PACK_BUFFER), uint(5)});
  const GLint before = number(GL_PIXEL_PACK_BUFFER_BINDING);
  expect_magenta();
  EXPECT_NE(before, 0);
  EXPECT_EQ(number(GL_PIXEL_PACK_BUFFER_BINDING), before);
}

TEST_F(PackStateTest, TheProgramsErrorIsKept) {
  issue(FunctionId::glPixelStorei, {uint(GL_PACK_ALIGNMENT), sint(3)});
  expect_magenta();
  issue(FunctionId::glGetError, {}, uint(GL_INVALID_VALUE));
  EXPECT_EQ(dispatcher->vanished_errors, 0u);
  issue(FunctionId::glGetError, {}, uint(GL_NO_ERROR));
  EXPECT_TRUE(dispatcher->errors.findings().empty());
}

}  // namespace
}  // namespace replay
