// What the world knows about contexts and drawables. The tests need no platform.
#include "replay/remap/window_system.h"

#include <gtest/gtest.h>

namespace replay {
namespace {

class WindowSystemTest : public testing::Test {
 protected:
  RecordedContext* add(std::uint64_t handle, std::uint64_t share = 0) {
    return window_system.add_context(handle, {}, {}, share);
  }
  WindowSystem window_system{nullptr, {}};
};

TEST_F(WindowSystemTest, ContextsShareTheirGroupWithThePartnerThatTheyName) {
  const auto *first = add(1), *second = add(2, 1), *third = add(3, 2), *alone = add(4);
  EXPECT_EQ(second->group, first->group);
  EXPECT_EQ(third->group, first->group);
  EXPECT_NE(alone->group, first->group);
}

TEST_F(WindowSystemTest, APartnerThatDoesNotExistIsIgnored) { EXPECT_EQ(add(1, 99)->share, nullptr); }

TEST_F(WindowSystemTest, WhenAPartnerIsDestroyedTheOthersShareWithItsPartner) {
  RecordedContext* first = add(1);
  add(2, 1);
  const RecordedContext* third = add(3, 2);
  window_system.destroy_context(2);
  EXPECT_EQ(third->share, first);
  EXPECT_EQ(third->group, first->group);
  EXPECT_EQ(window_system.find_context(2), nullptr);
}

TEST_F(WindowSystemTest, AReusedHandleIsANewContext) {
  const auto group = add(1)->group;
  EXPECT_NE(add(1)->group, group);
}

TEST_F(WindowSystemTest, TheNumberOfContextsAndDrawablesIsLimited) {
  for (std::uint64_t i = 1; i <= WindowSystem::kMaxContexts; ++i) ASSERT_NE(add(i), nullptr);
  EXPECT_EQ(add(WindowSystem::kMaxContexts + 1), nullptr);
  for (std::uint64_t i = 1; i <= WindowSystem::kMaxDrawables; ++i) ASSERT_NE(window_system.drawable(i), nullptr);
  EXPECT_EQ(window_system.drawable(WindowSystem::kMaxDrawables + 1), nullptr);
  EXPECT_NE(window_system.drawable(1), nullptr) << "known drawables still exist";
}

TEST_F(WindowSystemTest, SizesAreLimitedToWhatASurfaceCanHave) {
  Drawable* drawable = window_system.drawable(7);
  window_system.set_size(*drawable, 2'000'000'000, -5);
  EXPECT_EQ(drawable->width, 16384);
  EXPECT_EQ(drawable->height, 1);
}

TEST_F(WindowSystemTest, DestroyedDrawablesAreUnknown) {
  window_system.drawable(7);
  window_system.destroy_drawable(7);
  window_system.destroy_drawable(8);  // this drawable never existed
  EXPECT_EQ(window_system.find_drawable(7), nullptr);
}

}  // namespace
}  // namespace replay
