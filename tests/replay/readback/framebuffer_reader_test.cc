// Reads back what recorded calls drew with a live driver. The pixels must be right, and the program's state must not
// change.
#include "replay/readback/framebuffer_reader.h"

#include <memory>
#include <tuple>

#include "tests/replay/call_builder.h"
#include "tests/replay/platform/headless_test.h"

namespace replay {
namespace {

using glbindings::FunctionId;
using loaders::Value;

constexpr std::uint64_t kContext = 0x30, kWindow = 7, kOther = 8;

class FramebufferReader : public HeadlessTest {
 protected:
  void SetUp() override {
    HeadlessTest::SetUp();
    if (IsSkipped()) return;
    dispatcher = std::make_unique<Dispatcher>(platform.get(), calls.functions, WorldOptions{});
    const Value attributes = calls.ints({0x2091, 3, 0x2092, 3, 0});
    issue(FunctionId::glXCreateContextAttribsARB, {null(), null(), pointer(0), uint(1), attributes}, pointer(kContext));
    make_current(kWindow, 4, 3);
  }
  void TearDown() override { dispatcher.reset(); }  // it must be destroyed before the platform

  void issue(FunctionId function, std::vector<Value> arguments, std::optional<Value> result = {}) {
    dispatcher->issue(calls.add(function, std::move(arguments), result ? &*result : nullptr));
  }
  void make_current(std::uint64_t drawable, int width, int height) {
    issue(FunctionId::replayDrawableSize, {uint(drawable), sint(width), sint(height)});
    issue(FunctionId::glXMakeCurrent, {null(), uint(drawable), pointer(kContext)}, uint(1));
  }
  void clear(float red, float green, float blue) {
    issue(FunctionId::glClearColor, {f32(red), f32(green), f32(blue), f32(1)});
    issue(FunctionId::glClear, {uint(GL_COLOR_BUFFER_BIT)});
  }
  // Clears only the lowest row of the window.
  void clear_bottom(float red, float green, float blue) {
    issue(FunctionId::glScissor, {sint(0), sint(0), sint(4), sint(1)});
    issue(FunctionId::glEnable, {uint(GL_SCISSOR_TEST)});
    clear(red, green, blue);
    issue(FunctionId::glDisable, {uint(GL_SCISSOR_TEST)});
  }
  // Binds framebuffer 21, with renderbuffer 22 of 2x2 pixels, for drawing and reading.
  void bind_framebuffer(GLenum format, GLenum attachment = GL_COLOR_ATTACHMENT0, int samples = 0) {
    issue(FunctionId::glGenFramebuffers, {sint(1), calls.names({21})});
    issue(FunctionId::glBindFramebuffer, {uint(GL_FRAMEBUFFER), uint(21)});
    issue(FunctionId::glGenRenderbuffers, {sint(1), calls.names({22})});
    issue(FunctionId::glBindRenderbuffer, {uint(GL_RENDERBUFFER), uint(22)});
    issue(FunctionId::glRenderbufferStorageMultisample,
          {uint(GL_RENDERBUFFER), sint(samples), uint(format), sint(2), sint(2)});
    issue(FunctionId::glFramebufferRenderbuffer,
          {uint(GL_FRAMEBUFFER), uint(attachment), uint(GL_RENDERBUFFER), uint(22)});
  }

  static Pixel pixel(const std::optional<Picture>& picture, int x, int y_from_top) {
    if (!picture || !picture->valid()) return {-1, -1, -1, -1};
    const std::uint8_t* p = picture->row(y_from_top) + 4 * x;
    return {p[0], p[1], p[2], p[3]};
  }
  Drawable& drawable(std::uint64_t id) { return *dispatcher->world.find_drawable(id); }
  const GladGLContext& gl() { return *dispatcher->gl; }

  CallBuilder calls;
  std::unique_ptr<Dispatcher> dispatcher;
};

TEST_F(FramebufferReader, ReadsAWindowTheRightWayUp) {
  clear(1, 0, 0);
  clear_bottom(0, 1, 0);
  const auto picture = read_drawable(*dispatcher, drawable(kWindow));
  ASSERT_TRUE(picture);
  EXPECT_EQ(picture->width, 4);
  EXPECT_EQ(picture->height, 3);
  EXPECT_EQ(pixel(picture, 0, 0), kRed);
  EXPECT_EQ(pixel(picture, 3, 1), kRed);
  EXPECT_EQ(pixel(picture, 0, 2), kGreen);
}

TEST_F(FramebufferReader, ReadsAWindowThatIsNotCurrentAndKeepsTheCurrentOne) {
  clear(1, 0, 0);
  make_current(kOther, 8, 8);
  clear(0, 1, 0);
  EXPECT_EQ(pixel(read_drawable(*dispatcher, drawable(kWindow)), 0, 0), kRed);
  EXPECT_EQ(pixel_at(gl(), 0, 0), kGreen) << "the other window is still current";
}

TEST_F(FramebufferReader, AWindowThatWasNeverCurrentHasNoPicture) {
  issue(FunctionId::replayDrawableSize, {uint(9), sint(5), sint(5)});
  EXPECT_FALSE(read_drawable(*dispatcher, drawable(9)));
  EXPECT_TRUE(read_depth(*dispatcher, drawable(9)).empty());
}

TEST_F(FramebufferReader, IgnoresAndKeepsThePackStateOfTheProgram) {
  issue(FunctionId::glPixelStorei, {uint(GL_PACK_ROW_LENGTH), sint(100)});
  issue(FunctionId::glPixelStorei, {uint(GL_PACK_SKIP_ROWS), sint(3)});
  issue(FunctionId::glPixelStorei, {uint(GL_PACK_ALIGNMENT), sint(8)});
  issue(FunctionId::glGenBuffers, {sint(1), calls.names({50})});
  issue(FunctionId::glBindBuffer, {uint(GL_PIXEL_PACK_BUFFER), uint(50)});
  const int live_buffer = integer(gl(), GL_PIXEL_PACK_BUFFER_BINDING);
  clear(0, 1, 0);
  EXPECT_EQ(pixel(read_drawable(*dispatcher, drawable(kWindow)), 3, 2), kGreen);
  EXPECT_EQ(integer(gl(), GL_PACK_ROW_LENGTH), 100);
  EXPECT_EQ(integer(gl(), GL_PACK_SKIP_ROWS), 3);
  EXPECT_EQ(integer(gl(), GL_PACK_ALIGNMENT), 8);
  EXPECT_EQ(integer(gl(), GL_PIXEL_PACK_BUFFER_BINDING), live_buffer);
  EXPECT_NE(live_buffer, 0);
}

TEST_F(FramebufferReader, TheWindowIsReadWhileAFramebufferObjectIsBound) {
  clear(1, 0, 0);
  bind_framebuffer(GL_RGBA8);
  clear(0, 1, 0);
  const int live_framebuffer = integer(gl(), GL_READ_FRAMEBUFFER_BINDING);
  EXPECT_EQ(pixel(read_drawable(*dispatcher, drawable(kWindow)), 0, 0), kRed);
  EXPECT_EQ(integer(gl(), GL_READ_FRAMEBUFFER_BINDING), live_framebuffer);
  EXPECT_EQ(integer(gl(), GL_DRAW_FRAMEBUFFER_BINDING), live_framebuffer);
  EXPECT_NE(live_framebuffer, 0);
}

TEST_F(FramebufferReader, ReadsTheFramebufferObjectWhenOneIsBound) {
  clear(1, 0, 0);
  EXPECT_EQ(pixel(read_draw_framebuffer(*dispatcher), 0, 0), kRed);
  bind_framebuffer(GL_RGBA8);
  clear(0, 1, 0);
  const auto picture = read_draw_framebuffer(*dispatcher);
  EXPECT_EQ(pixel(picture, 1, 1), kGreen);
  EXPECT_EQ(picture->width, 2);
}

TEST_F(FramebufferReader, AMultisampledFramebufferIsResolved) {
  bind_framebuffer(GL_RGBA8, GL_COLOR_ATTACHMENT0, 4);
  clear(0, 1, 0);
  const int live_framebuffer = integer(gl(), GL_DRAW_FRAMEBUFFER_BINDING);
  const int live_renderbuffer = integer(gl(), GL_RENDERBUFFER_BINDING);
  EXPECT_EQ(pixel(read_draw_framebuffer(*dispatcher), 1, 1), kGreen);
  EXPECT_EQ(integer(gl(), GL_DRAW_FRAMEBUFFER_BINDING), live_framebuffer);
  EXPECT_EQ(integer(gl(), GL_READ_FRAMEBUFFER_BINDING), live_framebuffer);
  EXPECT_EQ(integer(gl(), GL_RENDERBUFFER_BINDING), live_renderbuffer);
}

TEST_F(FramebufferReader, IntegersAreClamped) {
  bind_framebuffer(GL_RGBA32I);
  issue(FunctionId::glClearBufferiv, {uint(GL_COLOR), sint(0), calls.ints({300, -5, 77, 1})});
  EXPECT_EQ(pixel(read_draw_framebuffer(*dispatcher), 0, 0), (Pixel{255, 0, 77, 1}));
}

TEST_F(FramebufferReader, UnsignedIntegersAreClamped) {
  bind_framebuffer(GL_RGBA32UI);
  issue(FunctionId::glClearBufferuiv, {uint(GL_COLOR), sint(0), calls.names({4'000'000'000, 0, 77, 1})});
  EXPECT_EQ(pixel(read_draw_framebuffer(*dispatcher), 0, 0), (Pixel{255, 0, 77, 1}));
}

TEST_F(FramebufferReader, DepthWithoutColourIsShownInGrey) {
  bind_framebuffer(GL_DEPTH_COMPONENT24, GL_DEPTH_ATTACHMENT);
  issue(FunctionId::glDrawBuffer, {uint(GL_NONE)});
  issue(FunctionId::glReadBuffer, {uint(GL_NONE)});
  issue(FunctionId::glClearDepth, {Value::of_f64(0.2)});
  issue(FunctionId::glClear, {uint(GL_DEPTH_BUFFER_BIT)});
  EXPECT_EQ(pixel(read_draw_framebuffer(*dispatcher), 0, 0), (Pixel{51, 51, 51, 255}));
}

TEST_F(FramebufferReader, AnIncompleteFramebufferHasNoPicture) {
  issue(FunctionId::glGenFramebuffers, {sint(1), calls.names({21})});
  issue(FunctionId::glBindFramebuffer, {uint(GL_FRAMEBUFFER), uint(21)});
  EXPECT_FALSE(read_draw_framebuffer(*dispatcher));
}

TEST_F(FramebufferReader, ThereIsNothingToReadWithoutAContext) {
  issue(FunctionId::glXMakeCurrent, {null(), uint(0), pointer(0)}, uint(1));
  EXPECT_FALSE(read_draw_framebuffer(*dispatcher));
}

TEST_F(FramebufferReader, ReadsTheDepthOfAWindowBottomRowFirst) {
  issue(FunctionId::glClearDepth, {Value::of_f64(1)});
  issue(FunctionId::glClear, {uint(GL_DEPTH_BUFFER_BIT)});
  issue(FunctionId::glScissor, {sint(0), sint(0), sint(4), sint(1)});
  issue(FunctionId::glEnable, {uint(GL_SCISSOR_TEST)});
  issue(FunctionId::glClearDepth, {Value::of_f64(0)});
  issue(FunctionId::glClear, {uint(GL_DEPTH_BUFFER_BIT)});
  const auto depth = read_depth(*dispatcher, drawable(kWindow));
  ASSERT_EQ(depth.size(), 12u);
  EXPECT_EQ(depth.front(), 0u);
  EXPECT_EQ(depth.back(), UINT32_MAX);
}

TEST_F(FramebufferReader, ItsOwnGlErrorsAreNotCounted) {
  clear(1, 0, 0);
  bind_framebuffer(GL_RGBA32I);
  std::ignore = read_draw_framebuffer(*dispatcher);
  std::ignore = read_drawable(*dispatcher, drawable(kWindow));
  std::ignore = read_depth(*dispatcher, drawable(kWindow));
  EXPECT_EQ(gl().GetError(), static_cast<GLenum>(GL_NO_ERROR));
  EXPECT_TRUE(dispatcher->errors.unasked().empty());
}

}  // namespace
}  // namespace replay
