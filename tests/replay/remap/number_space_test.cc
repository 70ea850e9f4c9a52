#include "replay/remap/number_space.h"

#include <gtest/gtest.h>

#include "replay/remap/declared_locations.h"

namespace replay {
namespace {

TEST(NumberMap, KnowsOnlyWhatWasSet) {
  NumberMap numbers;
  numbers.set(0, 5);
  numbers.set(3, -1);  // inactive in this driver
  EXPECT_EQ(numbers.find(0), 5);
  EXPECT_EQ(numbers.find(1), NumberMap::kAbsent);
  EXPECT_EQ(numbers.find(3), -1);
  EXPECT_EQ(numbers.find(4), NumberMap::kAbsent);
  numbers.clear();
  EXPECT_EQ(numbers.find(0), NumberMap::kAbsent);
}

TEST(NumberMap, TheCountOfVeryLargeNumbersIsLimited) {
  NumberMap numbers;
  for (std::uint32_t i = 0; i <= NumberMap::kMaxWild; ++i) numbers.set(UINT32_MAX - i, 5);
  EXPECT_EQ(numbers.size(), NumberMap::kMaxWild);
  EXPECT_EQ(numbers.find(UINT32_MAX), 5);
  EXPECT_EQ(numbers.find(UINT32_MAX - NumberMap::kMaxWild), NumberMap::kAbsent);
}

TEST(NumberSpace, ANameHasOneNumberAndTheLastOneCounts) {
  NumberSpace space;
  space.tell(3, "a");
  space.keep(3, 70, false);
  space.tell(4, "a");
  EXPECT_EQ(space.told(3), nullptr);
  EXPECT_EQ(space.find(3), NumberMap::kAbsent);
  ASSERT_NE(space.told(4), nullptr);
  EXPECT_EQ(*space.told(4), "a");
  space.tell(4, "b");
  space.tell(5, "a");
  EXPECT_EQ(*space.told(4), "b");
  EXPECT_EQ(*space.told(5), "a");
}

TEST(NumberSpace, ANumberThatIsShownAgainIsNotQueriedAgain) {
  NumberSpace space;
  space.tell(3, "a");
  space.keep(3, 70, false);
  space.keep(9, 9, true);
  space.tell(3, "a");
  EXPECT_EQ(space.find(3), 70);
  EXPECT_EQ(space.find(9), 9);
}

TEST(NumberSpace, ARecordedNameReplacesAGuess) {
  NumberSpace space;
  space.keep(9, 9, true);
  space.tell(8, "a[0]");
  EXPECT_EQ(space.find(9), NumberMap::kAbsent);
}

TEST(NumberSpace, ALinkForgetsNumbersAndKeepsNamesAsOld) {
  NumberSpace space;
  space.tell(3, "a");
  space.tell(4, "b");
  space.keep(3, 70, false);
  space.linked();
  EXPECT_EQ(space.find(3), NumberMap::kAbsent);
  EXPECT_EQ(space.told(3), nullptr);
  ASSERT_NE(space.told_before_link(3), nullptr);
  space.tell(4, "a");
  EXPECT_EQ(space.told_before_link(3), nullptr) << "the name has another number now";
  EXPECT_NE(space.told_before_link(4), nullptr);
}

TEST(NumberSpace, TheNumberOfNamesIsLimited) {
  NumberSpace space;
  space.tell(1, std::string(NumberSpace::kLongestName + 1, 'a'));
  space.tell(2, "");
  EXPECT_TRUE(space.told().empty());
}

std::set<std::string, std::less<>> declared(std::string_view source, std::string_view qualifier = "uniform") {
  std::set<std::string, std::less<>> names;
  add_declared(source, qualifier, names);
  return names;
}

using Names = std::set<std::string, std::less<>>;

TEST(DeclaredLocations, AreFoundForUniforms) {
  EXPECT_EQ(declared("#version 430\nlayout(location = 3) uniform vec4 a;\nvoid main() {}"), Names{"a"});
  EXPECT_EQ(declared("layout(binding=1, location=N+1)uniform highp sampler2D t[2];"), Names{"t"});
  EXPECT_EQ(declared("uniform layout(location=1) mat4[3] m = mat4[3](mat4(1), x, y);"), Names{"m"});
  EXPECT_EQ(declared("layout(location=1) layout(binding=2) uniform struct_type s;"), Names{"s"});
  EXPECT_EQ(declared("void f() { for (int i = 0; i < 3; ++i) g(); }\nlayout(location=7) uniform float a;"), Names{"a"});
}

TEST(DeclaredLocations, AreFoundForAttributes) {
  EXPECT_EQ(declared("layout(location=0) in vec4 a; in vec2 b; layout(location=1) uniform vec4 c;", "in"), Names{"a"});
}

TEST(DeclaredLocations, AreNotFoundForOthers) {
  EXPECT_EQ(declared("layout(location=0) in vec4 a; uniform vec4 b; out vec4 location;"), Names{});
  EXPECT_EQ(declared("// layout(location=0)\n/* layout(location=0) */ uniform vec4 b;"), Names{});
  EXPECT_EQ(declared("#define AT layout(location = 3)\nuniform vec4 b;"), Names{});
  EXPECT_EQ(declared("layout(location=0"), Names{});
  EXPECT_EQ(declared("/* location"), Names{});
}

}  // namespace
}  // namespace replay
