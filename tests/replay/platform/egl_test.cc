#include "replay/platform/egl.h"

#include <gtest/gtest.h>

#include "tests/replay/platform/each_video_test.h"

namespace replay {
namespace {

TEST(Egl, DoesNotExistBeforeTheFirstWindow) { EXPECT_FALSE(Egl::of_current()); }

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
