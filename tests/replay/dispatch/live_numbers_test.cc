// How numbers are mapped whose names are recorded, partly recorded or not recorded, with a fake driver.
#include "replay/dispatch/live_numbers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "tests/replay/dispatch/fake_gl.h"

namespace replay {
namespace {

std::map<std::string, GLint> live_locations;
std::vector<std::string> live_blocks;

class LiveNumbers : public testing::Test {
 protected:
  LiveNumbers() {
    live_locations.clear();
    live_blocks.clear();
    gl.table.GetError = [] { return GLenum{GL_NO_ERROR}; };
    gl.table.GetUniformLocation = [](GLuint, const GLchar* name) {
      const auto found = live_locations.find(name);
      return found == live_locations.end() ? -1 : found->second;
    };
    gl.table.GetUniformBlockIndex = [](GLuint, const GLchar* name) {
      const auto found = std::find(live_blocks.begin(), live_blocks.end(), name);
      return found == live_blocks.end() ? GL_INVALID_INDEX : static_cast<GLuint>(found - live_blocks.begin());
    };
    gl.table.GetProgramiv = [](GLuint, GLenum name, GLint* value) {
      *value = name == GL_ACTIVE_UNIFORM_BLOCKS ? static_cast<GLint>(live_blocks.size()) : GL_TRUE;
    };
  }

  std::int32_t uniform(std::int32_t recorded) { return live_uniform(gl.dispatcher, program, recorded); }
  std::int32_t block(std::uint32_t recorded) {
    return live_number(gl.dispatcher, {program, NumberKind::kUniformBlock}, recorded);
  }

  FakeGl gl;
  ProgramObject program{.live = 30};
};

TEST_F(LiveNumbers, MinusOneIsNoLocation) {
  program.uniforms.tell(0, "a");
  EXPECT_EQ(uniform(-1), -1);
}

TEST_F(LiveNumbers, TheDriverIsAskedOnceForEachName) {
  live_locations = {{"a", 9}};
  program.uniforms.tell(4, "a");
  EXPECT_EQ(uniform(4), 9);
  live_locations = {{"a", 10}};
  EXPECT_EQ(uniform(4), 9);
  program.linked_again();
  EXPECT_EQ(uniform(4), 10);
}

TEST_F(LiveNumbers, VeryLargeNumbersAreFoundAsWell) {
  live_locations = {{"a", 9}, {"b[0]", 13}, {"b[2]", 11}};
  program.uniforms.tell(0x10000, "a");
  program.uniforms.tell(0x7fff0000, "b[0]");
  EXPECT_EQ(uniform(0x10000), 9);
  EXPECT_EQ(uniform(0x7fff0002), 11);
  EXPECT_EQ(uniform(0x7fffffff), 0x7fffffff);
}

TEST_F(LiveNumbers, ElementsAreFoundByName) {
  live_locations = {{"a", 9}, {"a[1]", 8}, {"a[2]", 30}, {"b[3]", 2}, {"b[4]", 1}, {"s[1].x[1]", 5}, {"c", 6}};
  program.uniforms.tell(4, "a");
  program.uniforms.tell(10, "b[3]");
  program.uniforms.tell(20, "s[1].x[0]");
  EXPECT_EQ(uniform(5), 8);
  EXPECT_EQ(uniform(6), 30);
  EXPECT_EQ(uniform(11), 1);
  EXPECT_EQ(uniform(21), 5);
}

TEST_F(LiveNumbers, ElementsOfArraysOfArraysContinueInTheNextArray) {
  for (const auto& [name, location] :
       {std::pair{"a[0][0]", 7}, {"a[0][1]", 6}, {"a[1][0]", 5}, {"a[1][1]", 4}, {"a[2][1]", 2}}) {
    live_locations[name] = location;
  }
  program.uniforms.tell(10, "a[0][0]");
  EXPECT_EQ(uniform(11), 6);
  EXPECT_EQ(uniform(12), 5);
  EXPECT_EQ(uniform(13), 4);
  EXPECT_EQ(uniform(15), 2);
}

TEST_F(LiveNumbers, InactiveUniformsHaveNoLocation) {
  live_locations = {{"b", 5}};
  program.uniforms.tell(2, "a[0]");
  EXPECT_EQ(uniform(2), -1);
  EXPECT_EQ(uniform(3), -1);
}

// A declared location is the same with every driver. No other location is known without a query.
TEST_F(LiveNumbers, NumbersWithoutARecordedNameAreNotChanged) {
  EXPECT_EQ(uniform(0), 0);
  EXPECT_EQ(uniform(INT32_MAX), INT32_MAX);
  live_locations = {{"a", 9}};
  program.uniforms.tell(4, "a");
  EXPECT_EQ(uniform(3), 3);
  EXPECT_EQ(uniform(5), 5) << "a is not an array";
}

TEST_F(LiveNumbers, NumbersWithoutARecordedNameDoNotBecomeThoseOfAnother) {
  live_locations = {{"a", 9}};
  program.uniforms.tell(4, "a");
  EXPECT_EQ(uniform(9), -1);
}

TEST_F(LiveNumbers, DeclaredLocationsTakePrecedenceOverElements) {
  live_locations = {{"a[0]", 4}, {"a[1]", 5}, {"a[2]", 6}, {"b", 7}};
  gl.table.GetProgramiv = [](GLuint, GLenum name, GLint* value) {
    *value = name == GL_ACTIVE_UNIFORM_MAX_LENGTH ? 10 : 1;
  };
  gl.table.GetActiveUniform = [](GLuint, GLuint, GLsizei, GLsizei*, GLint* size, GLenum*, GLchar* name) {
    *size = 1;
    std::strcpy(name, "b");
  };
  program.uniforms.tell(5, "a[0]");
  EXPECT_EQ(uniform(7), 6);
  program.linked();
  program.uniforms.tell(5, "a[0]");
  program.declared.insert("b");
  EXPECT_EQ(uniform(7), 7);
}

TEST_F(LiveNumbers, NumbersBeforeALinkCountUntilTheRecordingShowsOthers) {
  live_locations = {{"a", 9}, {"b", 8}};
  program.uniforms.tell(0, "a");
  program.uniforms.tell(1, "b");
  EXPECT_EQ(uniform(0), 9);
  live_locations = {{"a", 20}, {"b", 21}};
  program.linked();
  EXPECT_EQ(uniform(0), 20) << "the name is the same, and has a different number here";
  program.uniforms.tell(0, "b");
  EXPECT_EQ(uniform(0), 21);
  EXPECT_EQ(uniform(1), 1);
}

TEST_F(LiveNumbers, AProgramThatIsNotLinkedIsNotAsked) {
  gl.table.GetProgramiv = [](GLuint, GLenum, GLint* value) { *value = GL_FALSE; };
  live_locations = {{"a", 9}};
  program.uniforms.tell(4, "a");
  EXPECT_EQ(uniform(4), 4);
  gl.table.GetProgramiv = [](GLuint, GLenum, GLint* value) { *value = GL_TRUE; };
  EXPECT_EQ(uniform(4), 9);
}

TEST_F(LiveNumbers, BlocksWithoutARecordedNameAreTheRemainingOnes) {
  live_blocks = {"C", "B", "A"};
  EXPECT_EQ(block(1), 1u);
  program.uniform_blocks.tell(0, "A");
  program.uniform_blocks.tell(2, "C");
  EXPECT_EQ(block(0), 2);
  EXPECT_EQ(block(2), 0);
  EXPECT_EQ(block(1), 1);
  program.uniform_blocks.tell(1, "A");
  EXPECT_EQ(block(0), 1) << "A and C are taken";
  EXPECT_EQ(block(7), 7);
}

TEST_F(LiveNumbers, BlocksOfAnArrayAreFoundByName) {
  live_blocks = {"B[2]", "B[1]", "B[0]"};
  program.uniform_blocks.tell(0, "B[0]");
  EXPECT_EQ(block(1), 1);
  EXPECT_EQ(block(2), 0);
}

}  // namespace
}  // namespace replay
