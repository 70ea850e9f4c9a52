// What the pictures of candidates say about others.
#include "replay/shrink/seen_pictures.h"

#include <gtest/gtest.h>

namespace replay {
namespace {

constexpr int kOften = 3;

TEST(SeenPictures, CountFromTheNextRoundOn) {
  SeenPictures seen;
  for (int i = 0; i < kOften; ++i) seen.note(1, false);
  EXPECT_FALSE(seen.was_without_fault(1));
  seen.settle();
  EXPECT_TRUE(seen.was_without_fault(1));
  EXPECT_FALSE(seen.was_without_fault(2));
}

TEST(SeenPictures, SayNothingBeforeTheyWereSeenOften) {
  SeenPictures seen;
  for (int i = 1; i <= kOften; ++i) {
    seen.note(1, false);
    seen.settle();
    EXPECT_EQ(seen.was_without_fault(1), i == kOften) << i;
  }
}

TEST(SeenPictures, ThatShowedTheFaultOnceSayNothing) {
  SeenPictures seen;
  for (int i = 0; i < kOften; ++i) seen.note(1, false);
  seen.settle();
  EXPECT_TRUE(seen.was_without_fault(1));
  seen.note(1, true);
  seen.settle();
  EXPECT_FALSE(seen.was_without_fault(1));
}

TEST(SeenPictures, DifferInContentsSizeAndName) {
  const AttachmentImage image{.name = "color 0", .width = 2, .height = 1, .bytes = {1, 2, 3, 4, 5, 6, 7, 8}};
  AttachmentImage bytes = image, size = image, name = image;
  bytes.bytes[0] = 9;
  std::swap(size.width, size.height);
  name.name = "depth";
  for (const AttachmentImage& other : {bytes, size, name}) EXPECT_NE(hash_of({other}), hash_of({image}));
  EXPECT_EQ(hash_of({image}), hash_of({image}));
  EXPECT_NE(hash_of({image, image}), hash_of({image}));
  EXPECT_NE(hash_of({}), hash_of({image}));
}

}  // namespace
}  // namespace replay
