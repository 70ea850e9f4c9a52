#include "replay/platform/egl.h"

#include <gtest/gtest.h>

#include "replay/platform/egl_display.h"
#include "tests/replay/platform/each_video_test.h"

namespace replay {
namespace {

TEST(Egl, DoesNotExistBeforeTheFirstWindow) { EXPECT_FALSE(Egl::of_current()); }

// The program that uses the library may have a display of EGL without a window system, too, and EGL makes it the same.
TEST(Egl, TheDisplayOfOthersStaysWhenAPlatformEnds) {
  const auto egl = load_egl();
  ASSERT_TRUE(egl);
  const auto display = open_egl_display(**egl);
  ASSERT_TRUE(display);
  ASSERT_TRUE(Platform::create(Display::kHeadless));
  EXPECT_NE((*egl)->QueryString(*display, EGL_VERSION), nullptr);
}

using EglTest = EachVideoTest;

TEST_P(EglTest, BelongsToTheCurrentContext) {
  EXPECT_FALSE(Egl::of_current());
  const auto on = window();
  const auto made = context(*on);
  EXPECT_TRUE(Egl::of_current());
}

WITH_EACH_VIDEO(EglTest);

}  // namespace
}  // namespace replay
