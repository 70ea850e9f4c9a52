#include "replay/platform/window.h"

#include "tests/replay/platform/each_video_test.h"

namespace replay {
namespace {

using WindowTest = EachVideoTest;

constexpr ContextRequest kWindowRequest = {.major = 3, .minor = 3, .profile = Profile::kCore};

// The memory of small surfaces has been used by others before.
TEST_P(WindowTest, StartsCleared) {
  for (int i = 0; i < 20; ++i) {
    const auto on = window(13 + i, 7);
    const auto made = context(*on, kWindowRequest);
    const GladGLContext& gl = made->gl();
    for (int x = 0; x < on->width(); ++x) {
      for (int y = 0; y < on->height(); ++y) ASSERT_EQ(pixel_at(gl, x, y), kNoColor) << x << ' ' << y;
    }
    float depth = 0;
    gl.ReadPixels(5, 5, 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT, &depth);
    EXPECT_EQ(depth, 1);
    fill(gl, 1, 1, 1);
  }
}

TEST_P(WindowTest, ResizeKeepsTheStateOfTheContextAndItsObjects) {
  const auto on = window(64, 48);
  const auto made = context(*on, kWindowRequest);
  const GladGLContext& gl = made->gl();
  GLuint buffer = 0;
  gl.GenBuffers(1, &buffer);
  gl.BindBuffer(GL_ARRAY_BUFFER, buffer);
  gl.Viewport(1, 2, 3, 4);
  fill(gl, 1, 0, 0);

  ASSERT_EQ(problem_of(on->resize(200, 100)), "");
  EXPECT_EQ(on->width(), 200);
  EXPECT_EQ(on->height(), 100);
  EXPECT_EQ(four(gl, GL_VIEWPORT), (std::array{1, 2, 3, 4}));
  EXPECT_EQ(integer(gl, GL_ARRAY_BUFFER_BINDING), static_cast<int>(buffer));
  EXPECT_EQ(pixel_at(gl, 0, 0), kNoColor);
  gl.Clear(GL_COLOR_BUFFER_BIT);
  EXPECT_EQ(pixel_at(gl, 199, 99), kRed);
}

TEST_P(WindowTest, ResizingKeepsAnotherWindowCurrent) {
  const auto on = window(), other = window(10, 10);
  const auto made = context(*on, kWindowRequest);
  ASSERT_EQ(problem_of(other->resize(20, 20)), "");
  fill(made->gl(), 0, 1, 0);
  EXPECT_EQ(pixel_at(made->gl(), 63, 47), kGreen);
  make_current(*other, *made);
  EXPECT_EQ(pixel_at(made->gl(), 19, 19), kNoColor);
}

TEST_P(WindowTest, ARefusedResizeChangesNothing) {
  const auto on = window();
  const auto made = context(*on, kWindowRequest);
  fill(made->gl(), 1, 0, 0);
  EXPECT_FALSE(on->resize(0, 5));
  EXPECT_FALSE(on->resize(20000, 5));
  EXPECT_EQ(on->width(), 64);
  EXPECT_EQ(pixel_at(made->gl(), 63, 47), kRed);
}

TEST_P(WindowTest, SwapKeepsThePicture) {
  const auto on = window();
  const auto made = context(*on, kWindowRequest);
  fill(made->gl(), 1, 0, 0);
  on->swap();
  EXPECT_EQ(pixel_at(made->gl(), 0, 0), kRed);
}

TEST_P(WindowTest, BackAndFrontAreOneBuffer) {
  const auto on = window();
  const auto made = context(*on, kWindowRequest);
  const GladGLContext& gl = made->gl();
  const GLenum back = GL_BACK_LEFT;
  gl.DrawBuffers(1, &back);
  gl.ReadBuffer(GL_BACK);
  fill(gl, 1, 0, 0);
  EXPECT_EQ(pixel_at(gl, 0, 0), kRed);
  gl.ReadBuffer(GL_FRONT);
  EXPECT_EQ(pixel_at(gl, 0, 0), kRed);
  EXPECT_EQ(gl.GetError(), static_cast<GLenum>(GL_NO_ERROR));
}

TEST_P(WindowTest, MissingFormatsBecomeTheNearestWithOneWarning) {
  const PixelFormat wanted = {.samples = 64};
  const auto first = window(8, 8, wanted), second = window(9, 9, wanted);
  ASSERT_TRUE(first && second);
  EXPECT_LT(first->format().samples, 64);
  EXPECT_EQ(platform->warnings().size(), 1U);
  EXPECT_NE(platform->warnings()[0].find("64 samples"), std::string::npos) << platform->warnings()[0];
  const auto absurd = window(8, 8, {.red = 1000, .green = -5, .depth = 1'000'000, .samples = 2'000'000'000});
  EXPECT_EQ(absurd->format().red, 8);
}

TEST_P(WindowTest, MultisampledWindowsCanBeDrawnAndRead) {
  const auto on = window(8, 8, {.samples = 4});
  if (on->format().samples != 4) GTEST_SKIP() << "the driver has no 4 samples: " << platform->warnings()[0];
  const auto made = context(*on, kWindowRequest);
  EXPECT_EQ(integer(made->gl(), GL_SAMPLES), 4);
  fill(made->gl(), 0, 1, 0);
  EXPECT_EQ(pixel_at(made->gl(), 7, 7), kGreen);
}

class SrgbWindow : public WindowTest {
 protected:
  static constexpr ContextRequest kEs3 = {.api = Api::kGles2, .major = 3, .minor = 0};
  static constexpr Pixel kGrey = {188, 188, 188, 255};

  std::unique_ptr<Window> srgb_window() { return window(8, 8, {.srgb = true}); }
  static void fill_grey(const GlContext& context) { fill(context.gl(), 0.5, 0.5, 0.5); }
};

TEST_P(SrgbWindow, TakesSrgbFromOpenGlEsAndBeginsEmpty) {
  const auto on = srgb_window();
  const auto made = context(*on, kEs3);
  EXPECT_EQ(pixel_at(made->gl(), 3, 3), kNoColor);
  fill_grey(*made);
  EXPECT_EQ(pixel_at(made->gl(), 3, 3), kGrey);
  EXPECT_TRUE(platform->warnings().empty()) << platform->warnings()[0];
}

TEST_P(SrgbWindow, KeepsItAndThePictureWhileOthersAreCurrent) {
  const auto on = srgb_window(), other = srgb_window(), linear = window(8, 8);
  const auto made = context(*on, kEs3);
  fill_grey(*made);
  make_current(*linear, *made);
  fill_grey(*made);
  EXPECT_EQ(pixel_at(made->gl(), 3, 3), (Pixel{128, 128, 128, 255}));
  make_current(*other, *made);
  EXPECT_EQ(pixel_at(made->gl(), 3, 3), kNoColor);
  const auto second = context(*other, kEs3);
  make_current(*on, *made);
  EXPECT_EQ(pixel_at(made->gl(), 3, 3), kGrey);
  const GladGLContext* plain = platform->make_plain_context_current(*on);
  ASSERT_NE(plain, nullptr);
  EXPECT_EQ(pixel_at(*plain, 3, 3), kGrey);
}

TEST_P(SrgbWindow, AFailedContextLeavesItCurrent) {
  const auto on = srgb_window();
  const auto made = context(*on, kEs3);
  fill_grey(*made);
  EXPECT_FALSE(platform->create_context(*on, {.major = 9, .minor = 9, .profile = Profile::kCore}, nullptr));
  EXPECT_EQ(pixel_at(made->gl(), 3, 3), kGrey);
}

TEST_P(SrgbWindow, KeepsItInAnotherSizeAndInACopy) {
  const auto on = srgb_window();
  const auto made = context(*on, kEs3);
  ASSERT_EQ(problem_of(on->resize(20, 20)), "");
  EXPECT_EQ(pixel_at(made->gl(), 15, 15), kNoColor);
  fill_grey(*made);
  EXPECT_EQ(pixel_at(made->gl(), 15, 15), kGrey);
  made->gl().Finish();
  const auto copy = value_of(platform->make_window_like(*on));
  ASSERT_TRUE(copy);
  ASSERT_TRUE(platform->copy_color(*on, *copy));
  make_current(*copy, *made);
  EXPECT_EQ(pixel_at(made->gl(), 15, 15), kGrey);
}

TEST_P(SrgbWindow, CanBeReadFromAnother) {
  const auto on = srgb_window(), drawn = srgb_window();
  const auto made = context(*on, kEs3);
  fill_grey(*made);
  ASSERT_EQ(problem_of(platform->make_current(drawn.get(), on.get(), made.get())), "");
  EXPECT_EQ(pixel_at(made->gl(), 3, 3), kGrey);
  fill(made->gl(), 1, 0, 0);
  EXPECT_EQ(pixel_at(made->gl(), 3, 3), kGrey);
  make_current(*drawn, *made);
  EXPECT_EQ(pixel_at(made->gl(), 3, 3), kRed);
}

WITH_EACH_VIDEO(WindowTest);
WITH_EACH_VIDEO(SrgbWindow);

}  // namespace
}  // namespace replay
