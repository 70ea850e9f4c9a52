// What the world knows about contexts and drawables. The tests need no platform.
#include "replay/remap/world.h"

#include <gtest/gtest.h>

namespace replay {
namespace {

class WorldTest : public testing::Test {
 protected:
  RecordedContext* add(std::uint64_t handle, std::uint64_t share = 0) {
    return world.add_context(handle, {}, {}, share);
  }
  World world{nullptr, {}};
};

TEST_F(WorldTest, ContextsShareTheirGroupWithThePartnerThatTheyName) {
  const auto *first = add(1), *second = add(2, 1), *third = add(3, 2), *alone = add(4);
  EXPECT_EQ(second->group, first->group);
  EXPECT_EQ(third->group, first->group);
  EXPECT_NE(alone->group, first->group);
}

TEST_F(WorldTest, APartnerThatDoesNotExistIsIgnored) { EXPECT_EQ(add(1, 99)->share, nullptr); }

TEST_F(WorldTest, WhenAPartnerIsDestroyedTheOthersShareWithItsPartner) {
  RecordedContext* first = add(1);
  add(2, 1);
  const RecordedContext* third = add(3, 2);
  world.destroy_context(2);
  EXPECT_EQ(third->share, first);
  EXPECT_EQ(third->group, first->group);
  EXPECT_EQ(world.find_context(2), nullptr);
}

TEST_F(WorldTest, AReusedHandleIsANewContext) {
  const auto group = add(1)->group;
  EXPECT_NE(add(1)->group, group);
}

TEST_F(WorldTest, TheNumberOfContextsAndDrawablesIsLimited) {
  for (std::uint64_t i = 1; i <= World::kMostContexts; ++i) ASSERT_NE(add(i), nullptr);
  EXPECT_EQ(add(World::kMostContexts + 1), nullptr);
  for (std::uint64_t i = 1; i <= World::kMostDrawables; ++i) ASSERT_NE(world.drawable(i), nullptr);
  EXPECT_EQ(world.drawable(World::kMostDrawables + 1), nullptr);
  EXPECT_NE(world.drawable(1), nullptr) << "known drawables still exist";
}

TEST_F(WorldTest, SizesAreLimitedToWhatASurfaceCanHave) {
  Drawable* drawable = world.drawable(7);
  world.set_size(*drawable, 2'000'000'000, -5);
  EXPECT_EQ(drawable->width, 16384);
  EXPECT_EQ(drawable->height, 1);
}

TEST_F(WorldTest, DestroyedDrawablesAreUnknown) {
  world.drawable(7);
  world.destroy_drawable(7);
  world.destroy_drawable(8);  // this drawable never existed
  EXPECT_EQ(world.find_drawable(7), nullptr);
}

}  // namespace
}  // namespace replay
