#include "replay/remap/share_group.h"

#include <gtest/gtest.h>

namespace replay {
namespace {

TEST(ShareGroup, ProgramsAndShadersHaveOneNameSpace) {
  EXPECT_EQ(map_index(Kind::kShader), map_index(Kind::kProgram));
  EXPECT_NE(map_index(Kind::kBuffer), map_index(Kind::kTexture));
}

TEST(ShareGroup, FindsTheProgramsThatWereAdded) {
  ShareGroup group;
  EXPECT_EQ(group.find_program(4), nullptr);
  group.add_program(4, 40);
  ASSERT_NE(group.find_program(4), nullptr);
  EXPECT_EQ(group.find_program(4)->live, 40u);
}

TEST(ShareGroup, AReusedProgramNameIsANewProgramAtTheSameAddress) {
  ShareGroup group;
  group.add_program(4, 40);
  ProgramObject* const program = group.find_program(4);
  program->uniforms.keep(3, 8, false);
  for (std::uint32_t name = 100; name < 200; ++name) group.add_program(name, name);
  group.add_program(4, 41);
  EXPECT_EQ(group.find_program(4), program) << "contexts point to it";
  EXPECT_EQ(program->live, 41u);
  EXPECT_EQ(program->uniforms.find(3), NumberMap::kAbsent);
}

}  // namespace
}  // namespace replay
