#include "replay/seek/level_storage.h"

#include <gtest/gtest.h>

namespace replay {
namespace {

constexpr Image kTexture = texture_image(7), kOther = texture_image(8);

LevelStorage with_attached() {
  LevelStorage levels;
  levels.level_gets_storage(kTexture);
  levels.attach(kTexture);
  return levels;
}

TEST(LevelStorage, FollowsWhatIsAttachedBeforeAnyDraw) {
  LevelStorage levels;
  levels.attach(kTexture);
  EXPECT_FALSE(levels.has(kTexture));
  levels.level_gets_storage(kTexture);
  levels.level_gets_storage(kOther);
  EXPECT_FALSE(levels.can_be_followed(kTexture)) << "it is not attached since then";
  levels.attach(kTexture);
  EXPECT_TRUE(levels.can_be_followed(kTexture));
  levels.draw();
  levels.attach(kOther);
  EXPECT_FALSE(levels.can_be_followed(kOther)) << "the draw may have sampled it";
  EXPECT_TRUE(levels.can_be_followed(kTexture));
}

TEST(LevelStorage, FollowsNothingWithNewStorage) {
  LevelStorage one = with_attached(), level = with_attached(), all = with_attached();
  one.storage_changes(kTexture);
  level.level_gets_storage(kTexture);
  all.storage_changes();
  for (LevelStorage* levels : {&one, &level, &all}) {
    EXPECT_FALSE(levels->can_be_followed(kTexture));
    EXPECT_FALSE(levels->follows_any());
    EXPECT_FALSE(levels->settles(kTexture, {}));
  }
}

TEST(LevelStorage, IsSettledByTheFirstDrawOfEachKind) {
  LevelStorage levels = with_attached();
  EXPECT_FALSE(levels.settles(kOther, {.context = 1, .program = 2, .unit = 3}));
  EXPECT_TRUE(levels.settles(kTexture, {.context = 1, .program = 2, .unit = 3}));
  EXPECT_FALSE(levels.settles(kTexture, {.context = 1, .program = 2, .unit = 3}));
  EXPECT_TRUE(levels.settles(kTexture, {.context = 4, .program = 2, .unit = 3}));
  EXPECT_TRUE(levels.settles(kTexture, {.context = 1, .program = 4, .unit = 3}));
  EXPECT_TRUE(levels.settles(kTexture, {.context = 1, .program = 2, .unit = 4}));
  for (int i = 0; i < 2; ++i)
    EXPECT_TRUE(levels.settles(kTexture, {.context = 1})) << "it is not known by which program";
}

TEST(LevelStorage, IsUnsettledByAnotherRange) {
  LevelStorage levels = with_attached();
  const LevelStorage::Sampling sampling{.context = 1, .program = 2, .unit = 3};
  EXPECT_TRUE(levels.settles(kTexture, sampling));
  levels.range_changes(kOther);
  EXPECT_FALSE(levels.settles(kTexture, sampling));
  levels.range_changes(kTexture);
  EXPECT_TRUE(levels.settles(kTexture, sampling));
  levels.ranges_change();
  EXPECT_TRUE(levels.settles(kTexture, sampling));
}

}  // namespace
}  // namespace replay
