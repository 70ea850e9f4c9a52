#include "replay/remap/program_object.h"

#include <gtest/gtest.h>

namespace replay {
namespace {

TEST(NumberMap, KnowsOnlyWhatWasSet) {
  NumberMap numbers;
  numbers.set(0, 5);
  numbers.set(3, -1);  // inactive here
  EXPECT_EQ(numbers.find(0), 5);
  EXPECT_EQ(numbers.find(1), NumberMap::kAbsent);
  EXPECT_EQ(numbers.find(3), -1);
  EXPECT_EQ(numbers.find(4), NumberMap::kAbsent);
  numbers.clear();
  EXPECT_EQ(numbers.find(0), NumberMap::kAbsent);
}

TEST(NumberMap, NoNumberInAFileMakesItLarge) {
  NumberMap numbers;
  numbers.set(NumberMap::kLimit, 5);
  numbers.set(UINT32_MAX, 5);
  EXPECT_EQ(numbers.size(), 0u);
  EXPECT_EQ(numbers.find(UINT32_MAX), NumberMap::kAbsent);
  numbers.set(NumberMap::kLimit - 1, 5);
  EXPECT_EQ(numbers.find(NumberMap::kLimit - 1), 5);
}

TEST(ProgramObject, MinusOneIsNobodysLocation) {
  ProgramObject program;
  program.uniforms.set(0, 9);
  EXPECT_EQ(program.uniform_location(-1), -1);
}

TEST(ProgramObject, ANamedLocationIsTheLiveOne) {
  ProgramObject program;
  program.uniforms.set(4, 9);
  program.uniforms.set(5, 2);
  EXPECT_EQ(program.uniform_location(4), 9);
  EXPECT_EQ(program.uniform_location(5), 2);
}

TEST(ProgramObject, ElementsOfAnArrayCountFromTheNearestNamedLocationBelow) {
  ProgramObject program;
  program.uniforms.set(4, 9);
  program.uniforms.set(8, 1);
  EXPECT_EQ(program.uniform_location(6), 11);
  EXPECT_EQ(program.uniform_location(10), 3) << "beyond the last named one";
  EXPECT_EQ(program.uniform_location(1'000'000'000), 1 + 1'000'000'000 - 8) << "and found at once";
}

TEST(ProgramObject, ElementsOfAnInactiveUniformAreInactive) {
  ProgramObject program;
  program.uniforms.set(2, 7);
  program.uniforms.set(4, -1);
  EXPECT_EQ(program.uniform_location(4), -1);
  EXPECT_EQ(program.uniform_location(6), -1);
}

// layout(location = N) is the same on every driver.
TEST(ProgramObject, ALocationBelowAllThatIsKnownIsUsedAsItIs) {
  ProgramObject program;
  EXPECT_EQ(program.uniform_location(0), 0);
  EXPECT_EQ(program.uniform_location(INT32_MAX), INT32_MAX);
  program.uniforms.set(4, 9);
  EXPECT_EQ(program.uniform_location(3), 3);
}

TEST(ProgramObject, ALinkForgetsEveryNumber) {
  ProgramObject program;
  program.uniforms.set(4, 9);
  program.uniform_blocks.set(1, 2);
  program.storage_blocks.set(1, 2);
  program.subroutines[0x8B31].set(1, 2);
  program.subroutine_uniforms[0x8B31].set(1, 2);
  program.forget_numbers();
  EXPECT_EQ(program.uniform_location(4), 4);
  EXPECT_EQ(program.uniform_blocks.find(1), NumberMap::kAbsent);
  EXPECT_EQ(program.storage_blocks.find(1), NumberMap::kAbsent);
  EXPECT_TRUE(program.subroutines.empty());
  EXPECT_TRUE(program.subroutine_uniforms.empty());
}

}  // namespace
}  // namespace replay
