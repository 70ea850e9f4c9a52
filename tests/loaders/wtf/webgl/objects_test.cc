#include "loaders/wtf/webgl/objects.h"

#include <gtest/gtest.h>

namespace loaders::wtf::webgl {
namespace {

TEST(Objects, AreFoundByTheirHandles) {
  Objects objects;
  objects.make(3, ObjectKind::kBuffer, 1);
  objects.make(4'000'000'000, ObjectKind::kTexture, 2);
  EXPECT_EQ(objects.find(3).kind, ObjectKind::kBuffer);
  EXPECT_EQ(objects.find(4'000'000'000).kind, ObjectKind::kTexture);
  EXPECT_EQ(objects.find(4'000'000'000).context, 2);
  EXPECT_EQ(objects.find(5).kind, ObjectKind::kNone);
  EXPECT_EQ(objects.find(0).kind, ObjectKind::kNone);
}

TEST(Objects, HandlesThatCountUpComeAfterAWildOne) {
  Objects objects;
  objects.make(20'000, ObjectKind::kShader, 1);
  for (std::uint32_t handle = 1; handle < 30'000; ++handle) {
    if (handle != 20'000) objects.make(handle, ObjectKind::kBuffer, 1);
  }
  EXPECT_EQ(objects.find(20'000).kind, ObjectKind::kShader);
  EXPECT_EQ(objects.find(29'999).kind, ObjectKind::kBuffer);
}

// Each handle is near enough to the ones before it for the table, but a table up to the last one would take gigabytes.
TEST(Objects, AFewWildHandlesTakeLittleMemory) {
  Objects objects;
  std::uint32_t last = 0;
  for (std::uint64_t handle = 4000; handle < UINT32_MAX; handle = handle * 5 / 2) {
    last = static_cast<std::uint32_t>(handle);
    objects.make(last, ObjectKind::kBuffer, 1);
  }
  EXPECT_EQ(objects.find(last).kind, ObjectKind::kBuffer);
  EXPECT_LT(objects.dense_bytes(), std::size_t{1} << 20);
}

TEST(Objects, HaveALimit) {
  Objects objects(1000 * sizeof(VertexArray));
  const auto make_many = [&] {
    for (std::uint32_t handle = 1; handle < 2000; ++handle) objects.make(handle, ObjectKind::kVertexArray, 1);
  };
  EXPECT_THROW(make_many(), PageLimitReached);
  Objects other(1000);
  EXPECT_THROW(other.resized(0, 1001), PageLimitReached);
}

TEST(Objects, WhatIsGivenBackDoesNotCount) {
  Objects objects(1000);
  for (int i = 0; i < 10; ++i) {
    objects.resized(0, 900);
    objects.resized(900, 0);
  }
}

TEST(Objects, StayWhenTheyAreDeleted) {
  Objects objects;
  objects.make(3, ObjectKind::kBuffer, 1);
  Buffer& buffer = objects.buffer(3);
  buffer.size = 12;
  objects.mark_deleted(3);
  EXPECT_TRUE(objects.find(3).is_deleted);
  EXPECT_EQ(&objects.buffer(3), &buffer);
  EXPECT_EQ(buffer.size, 12u);
}

TEST(Objects, AHandleThatIsMadeAgainLeavesTheOldObjectAlone) {
  Objects objects;
  objects.make(3, ObjectKind::kTexture, 1);
  Texture& texture = objects.texture(3);
  texture.width = 12;
  for (std::uint32_t handle = 100; handle < 20'000; ++handle) objects.make(handle, ObjectKind::kBuffer, 1);
  objects.make(3, ObjectKind::kBuffer, 1);
  EXPECT_EQ(objects.find(3).kind, ObjectKind::kBuffer);
  EXPECT_EQ(texture.width, 12u);
}

TEST(Attribute, HoldsAsManyElementsAsFit) {
  Buffer buffer{.size = 100, .target = 0, .indices = {}};
  EXPECT_EQ((Attribute{&buffer, 0, 12, 12, 0}.elements()), 8u);
  EXPECT_EQ((Attribute{&buffer, 4, 12, 12, 0}.elements()), 8u);
  EXPECT_EQ((Attribute{&buffer, 5, 12, 12, 0}.elements()), 7u);
  EXPECT_EQ((Attribute{&buffer, 0, 50, 4, 0}.elements()), 2u);
  EXPECT_EQ((Attribute{&buffer, 97, 4, 4, 0}.elements()), 0u);
  EXPECT_EQ((Attribute{nullptr, 0, 4, 4, 0}.elements()), 0u);
}

TEST(Texture, OnePixelOfEachSideMoreChangesTheFilter) {
  Texture texture;
  texture.width = texture.height = 4;
  EXPECT_EQ(texture.effective_filter(), kNearestMipmapLinear);
  texture.width = 5;
  EXPECT_EQ(texture.effective_filter(), kNearestMipmapNearest) << "which a texture without levels has not";
  texture.min_filter = kLinear;
  texture.wrap_s = texture.wrap_t = kClampToEdge;
  EXPECT_EQ(texture.effective_filter(), kLinear);
  texture.wrap_t = kMirroredRepeat;
  EXPECT_EQ(texture.effective_filter(), kNearestMipmapNearest);
}

}  // namespace
}  // namespace loaders::wtf::webgl
