#include "replay/platform/platform.h"

#include <cstdlib>

#include "tests/replay/platform/each_video_test.h"

namespace replay {
namespace {

using PlatformTest = EachVideoTest;

constexpr ContextRequest kCore33 = {.major = 3, .minor = 3, .profile = Profile::kCore};

TEST_P(PlatformTest, HeadlessWhenAskedEvenWithADisplayInTheEnvironment) {
  platform.reset();
  setenv("DISPLAY", ":4242", 1);
  setenv("SDL_VIDEODRIVER", "x11", 1);
  platform = value_of(Platform::create(Display::kHeadless));
  unsetenv("SDL_VIDEODRIVER");
  unsetenv("DISPLAY");
  ASSERT_TRUE(platform);
  EXPECT_TRUE(platform->is_headless());
  EXPECT_TRUE(platform->process_events().presses.empty());
}

TEST_P(PlatformTest, NoWindowWithoutADisplay) {
  platform.reset();
  unsetenv("WAYLAND_DISPLAY");
  setenv("DISPLAY", ":4242", 1);
  const std::string error = problem_of(Platform::create(Display::kWindow));
  EXPECT_NE(error.find("no display"), std::string::npos) << error;
  platform = value_of(Platform::create(Display::kAuto));
  unsetenv("DISPLAY");
  ASSERT_TRUE(platform);
  EXPECT_TRUE(platform->is_headless());
}

TEST_P(PlatformTest, WindowsHaveOnlySizesThatSurfacesCanHave) {
  for (const auto& [width, height] : {std::pair{0, 10}, {10, -1}, {16385, 1}, {1, 2'000'000'000}}) {
    const std::string error = problem_of(platform->make_window({}, {.width = width, .height = height}));
    EXPECT_NE(error.find("16384"), std::string::npos) << error;
  }
  EXPECT_TRUE(window(1, 1));
}

TEST_P(PlatformTest, MakingNothingCurrentReleasesTheContext) {
  const auto on = window();
  const auto made = context(*on, kCore33);
  EXPECT_TRUE(platform->make_current(nullptr, nullptr));
  make_current(*on, *made);
  fill(made->gl(), 1, 0, 0);
  EXPECT_EQ(pixel_at(made->gl(), 5, 5), kRed);
}

TEST_P(PlatformTest, OneContextDrawsIntoWindowsOfDifferentSizes) {
  const auto small = window(20, 10), large = window(300, 200);
  const auto made = context(*small, kCore33);
  const GladGLContext& gl = made->gl();
  fill(gl, 1, 0, 0);
  make_current(*large, *made);
  EXPECT_EQ(four(gl, GL_VIEWPORT), (std::array{0, 0, 20, 10})) << "only the first window sets the viewport";
  fill(gl, 0, 1, 0);
  EXPECT_EQ(pixel_at(gl, 299, 199), kGreen);
  make_current(*small, *made);
  EXPECT_EQ(pixel_at(gl, 19, 9), kRed);
}

// SDL remembers one EGLConfig for all windows, but here two configs are in use.
TEST_P(PlatformTest, ContextsOfTwoFormatsLiveSideBySide) {
  const auto with_alpha = window(), without = window(64, 48, {.alpha = 0, .depth = 16, .stencil = 0});
  const auto first = context(*with_alpha, kCore33), second = context(*without, kCore33);
  EXPECT_EQ(with_alpha->format().alpha, 8);
  EXPECT_EQ(without->format().alpha, 0);
  const auto third = context(*with_alpha, kCore33);
  fill(third->gl(), 0, 0, 0, 0);
  EXPECT_EQ(pixel_at(third->gl(), 0, 0)[3], 0);
  make_current(*without, *second);
  fill(second->gl(), 0, 0, 0, 0);
  EXPECT_EQ(pixel_at(second->gl(), 0, 0)[3], 255);
}

TEST_P(PlatformTest, AWindowTakesTheFormatOfTheContextThatIsUsedOnIt) {
  const auto home = window(), guest = window(30, 30, {.alpha = 0, .depth = 0, .stencil = 0});
  const auto made = context(*home, kCore33);
  make_current(*guest, *made);
  EXPECT_EQ(guest->format(), home->format());
  EXPECT_EQ(guest->width(), 30);
  fill(made->gl(), 0, 0, 0, 0);
  EXPECT_EQ(pixel_at(made->gl(), 29, 29), kNoColor);
  EXPECT_EQ(platform->warnings().size(), 1U);
}

TEST_P(PlatformTest, WindowsAndContextsMayOutliveThePlatform) {
  auto on = window();
  auto made = context(*on, kCore33);
  platform.reset();
  on.reset();
  made.reset();
}

// The test-suite of a tracer creates 154 contexts.
TEST_P(PlatformTest, SurvivesHundredsOfContexts) {
  const auto first_window = window();
  const auto first = context(*first_window, kCore33);
  for (int i = 0; i < 200; ++i) {
    const auto on = window(16 + i, 16);
    const auto made = context(*on, kCore33, i % 2 ? first.get() : nullptr);
    ASSERT_TRUE(made);
    fill(made->gl(), 0, 1, 0);
    ASSERT_EQ(pixel_at(made->gl(), 15 + i, 15), kGreen) << i;
    ASSERT_EQ(&made->gl(), &first->gl()) << "contexts of one kind share their function table";
  }
}

WITH_EACH_VIDEO(PlatformTest);

}  // namespace
}  // namespace replay
