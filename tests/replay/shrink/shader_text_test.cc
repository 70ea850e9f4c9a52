#include "replay/shrink/shader_text.h"

#include <gtest/gtest.h>

#include "tests/replay/call_builder.h"

namespace replay {
namespace {

TEST(ShaderText, JoinsStrings) {
  CallBuilder calls;
  EXPECT_EQ(shader_source(calls.values({calls.string("a\n"), calls.string("b")})), "a\nb");
  EXPECT_EQ(shader_source(calls.string("c")), "c");
  EXPECT_EQ(shader_source(null()), "");
}

TEST(ShaderText, DropsCommentsAndBlankLines) {
  EXPECT_EQ(without_comments("#version 330\n// one\n\na /* two\nlines */ b // three\nc"), "#version 330\na   b \nc\n");
  EXPECT_EQ(without_comments("a /* not closed"), "a  \n");
  EXPECT_EQ(without_comments("a // not closed"), "a \n");
}

TEST(ShaderText, DropsLinesThatNobodyNeeds) {
  std::string left;
  const auto offer = [&](const std::string& text) {
    const bool good = text.find("#version") == 0 && text.find("color = red;") != std::string::npos &&
                      std::count(text.begin(), text.end(), '{') == std::count(text.begin(), text.end(), '}');
    if (good) left = text;
    return good;
  };
  drop_lines("#version 330\nint a; int b;\nvoid main() { int c; color = red; int d; }\n", offer, [] { return false; });
  EXPECT_EQ(left.find("int"), std::string::npos) << left;
  EXPECT_NE(left.find("color = red;"), std::string::npos) << left;
}

// Accepts everything, so that what is left is what must not be dropped.
TEST(ShaderText, LeavesNoValueUndefined) {
  std::string left;
  const auto offer = [&](const std::string& text) {
    left = text;
    return true;
  };
  drop_lines(
      "out vec4 color;\nvoid main() {\nvec4 c;\nc.rgb = vec3(1);\nint a;\na = 1;\ncolor = c;\ngl_FragDepth *= "
      "0.5;\n}\n",
      offer, [] { return false; });
  EXPECT_NE(left.find("color = c;"), std::string::npos) << left;
  EXPECT_NE(left.find("c.rgb = vec3(1);"), std::string::npos) << left;
  EXPECT_NE(left.find("gl_FragDepth *= 0.5;"), std::string::npos) << left;
  EXPECT_EQ(left.find("a = 1;"), std::string::npos) << left;
}

TEST(ShaderText, EndsWhenItIsTold) {
  int offered = 0;
  drop_lines(
      "a\nb\nc\n", [&](const std::string&) { return ++offered, false; }, [&] { return offered >= 2; });
  EXPECT_EQ(offered, 2);
}

}  // namespace
}  // namespace replay
