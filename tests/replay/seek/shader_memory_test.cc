#include "replay/seek/shader_memory.h"

#include <gtest/gtest.h>

#include "tests/replay/call_builder.h"

namespace replay {
namespace {

using Id = glbindings::FunctionId;
using Images = std::set<Image>;

class Memory : public testing::Test {
 protected:
  void bind_image(std::uint64_t texture) {
    memory.bind_images(calls.add(Id::glBindImageTexture, {uint(0), uint(texture)}));
  }
  void bind_images(std::uint64_t count, loaders::Value textures) {
    memory.bind_images(calls.add(Id::glBindImageTextures, {uint(0), uint(count), textures}));
  }

  CallBuilder calls;
  ShaderMemory memory;
};

TEST_F(Memory, HasTheTexturesThatWereBound) {
  bind_image(0);
  EXPECT_FALSE(memory.is_any()) << "that sets a unit free";
  bind_image(3);
  bind_images(2, calls.names({5, 0}));
  EXPECT_TRUE(memory.is_any());
  EXPECT_EQ(memory.images(), (Images{texture_image(3), texture_image(5)}));
  EXPECT_TRUE(memory.knows_images());
}

TEST_F(Memory, IsNotKnownWhereTheRecordingLacksNames) {
  bind_images(2, loaders::Value());
  EXPECT_FALSE(memory.is_any()) << "without an array, units are set free";
  bind_images(2, calls.names({5}));
  EXPECT_TRUE(memory.is_any());
  EXPECT_FALSE(memory.knows_images());
}

TEST_F(Memory, HasNoMoreThanItsLimit) {
  for (std::size_t i = 1; i <= ShaderMemory::kMaxTextures; ++i) bind_image(i);
  EXPECT_TRUE(memory.knows_images());
  bind_image(ShaderMemory::kMaxTextures + 1);
  EXPECT_FALSE(memory.knows_images());
  EXPECT_EQ(memory.images().size(), ShaderMemory::kMaxTextures);
}

TEST_F(Memory, OfHandlesIsNotKnown) {
  memory.add_buffers();
  EXPECT_TRUE(memory.is_any());
  EXPECT_TRUE(memory.knows_images());
  memory.add_everything();
  EXPECT_FALSE(memory.knows_images());
}

}  // namespace
}  // namespace replay
