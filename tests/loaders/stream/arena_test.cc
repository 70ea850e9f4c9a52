#include "loaders/stream/arena.h"

#include <gtest/gtest.h>

#include <cstring>

#include "loaders/stream/batch.h"

namespace loaders {
namespace {

bool aligned(const void* p) { return reinterpret_cast<std::uintptr_t>(p) % 16 == 0; }

TEST(Arena, GivesAlignedMemoryThatDoesNotOverlap) {
  Arena arena;
  std::byte* before = nullptr;
  for (const std::size_t size : {1u, 15u, 16u, 17u, 100000u, 1000000u, 3u}) {
    std::byte* memory = arena.allocate(size);
    EXPECT_TRUE(aligned(memory));
    EXPECT_NE(memory, before);
    std::memset(memory, 0x5a, size);
    before = memory;
  }
  EXPECT_GE(arena.used(), 1100052u);
}

TEST(Arena, NothingIsAValidSize) {
  Arena arena;
  arena.allocate(0);
  EXPECT_EQ(arena.used(), 0u);
}

TEST(Arena, ReusesItsBlocks) {
  Arena arena;
  const std::byte* first = arena.allocate(64);
  arena.reset();
  EXPECT_EQ(arena.used(), 0u);
  EXPECT_EQ(arena.allocate(64), first);
}

TEST(Arena, RewindsToAMark) {
  Arena arena;
  arena.allocate(64);
  const Arena::Mark mark = arena.mark();
  const std::byte* next = arena.allocate(16);
  const std::byte* large = arena.allocate(10000000);
  arena.rewind(mark);
  EXPECT_EQ(arena.used(), 64u);
  EXPECT_EQ(arena.allocate(16), next);
  EXPECT_EQ(arena.allocate(10000000), large) << "the block is used again, not allocated once more";
}

TEST(Batch, RewindsToAMark) {
  Batch batch;
  const auto buffer = std::make_shared<const int>(7);
  const Batch::Mark mark = batch.mark();
  batch.pin(buffer, 100);
  batch.rewind(mark);
  EXPECT_EQ(buffer.use_count(), 1);
  EXPECT_EQ(batch.pinned_bytes, 0u);
}

TEST(Batch, IsFullByCallsOrByBytes) {
  Batch batch;
  EXPECT_FALSE(batch.full());
  batch.calls.resize(Batch::kMaxCalls);
  EXPECT_TRUE(batch.full());
  batch.clear();
  EXPECT_FALSE(batch.full());
  batch.arena.allocate(Batch::kMaxBytes);
  EXPECT_TRUE(batch.full());
}

TEST(Batch, PinsABufferOnce) {
  Batch batch;
  const auto buffer = std::make_shared<const int>(7);
  batch.pin(buffer, 100);
  batch.pin(buffer, 50);
  EXPECT_EQ(batch.pinned.size(), 1u);
  EXPECT_EQ(batch.pinned_bytes, 150u);
  EXPECT_EQ(buffer.use_count(), 2);
  batch.clear();
  EXPECT_EQ(buffer.use_count(), 1);
}

}  // namespace
}  // namespace loaders
