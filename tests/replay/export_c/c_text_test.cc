#include "replay/export_c/c_text.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <limits>

#include "replay/export_c/variables.h"

namespace replay {
namespace {

using glbindings::ObjectKind;
using glbindings::ParamInfo;
using glbindings::Type;

TEST(CText, StringsAreEscaped) {
  EXPECT_EQ(c_string("plain"), R"("plain")");
  EXPECT_EQ(c_string("a\"b\\c"), R"("a\"b\\c")");
  EXPECT_EQ(c_string("?\?/"), R"("?\?/")") << "no trigraph";
  EXPECT_EQ(c_string("?\?\?/"), R"("?\?\?/")");
  EXPECT_EQ(c_string(std::string_view("\0"
                                      "1",
                                      2)),
            R"("\0001")")
      << "the digit after NUL is no part of the escape";
  EXPECT_EQ(c_string("\r\x7f\xc3\xa4"), R"("\015\177\303\244")");
  EXPECT_EQ(c_string("one\ntwo\n", 2), "\"one\\n\"\n  \"two\\n\"");
}

TEST(CText, CommentsCannotEnd) {
  EXPECT_EQ(c_comment("a */ b /* c"), "a __ b __ c");
  EXPECT_EQ(c_comment("line \\\nnext ?\?/"), "line __next ___");
  EXPECT_EQ(c_comment("\xe2\x80\xae"), "___") << "characters that change the direction of the text";
  EXPECT_EQ(c_comment(std::string(300, 'a')).size(), 203u);
}

TEST(CText, PartsOfIdentifiersAreLettersAndDigits) {
  EXPECT_EQ(c_identifier_part("Diffuse Map #2"), "diffuse_map_2");
  EXPECT_EQ(c_identifier_part("int x; //"), "int_x");
  EXPECT_EQ(c_identifier_part("\xc3\xa4*"), "");
  EXPECT_EQ(c_identifier_part(std::string(100, 'a')).size(), 40u);
}

TEST(CText, NumbersKeepTheirValue) {
  EXPECT_EQ(c_signed(-1), "-1");
  EXPECT_EQ(c_signed(std::numeric_limits<std::int32_t>::min()), "(-2147483647 - 1)");
  EXPECT_EQ(c_signed(std::int64_t{1} << 40), "1099511627776LL");
  EXPECT_EQ(c_unsigned(0xffffffff), "0xffffffffu");
  EXPECT_EQ(c_float(1), "1.0f");
  EXPECT_EQ(c_float(0.1f), "0.1f");
  EXPECT_EQ(c_float(-0.0f), "-0.0f");
  EXPECT_EQ(c_float(1e30f), "1e+30f");
  EXPECT_EQ(c_double(0.1), "0.1");
  EXPECT_EQ(c_float(-std::numeric_limits<float>::infinity()), "-INFINITY");
}

TEST(CText, ElementsOfAMatrixAreFourInALine) {
  std::array<float, 16> matrix = {1, 0, 0, 0, 0, 1};
  const ParamInfo param{.type = Type::kF32, .indirection = 1, .is_const = true};
  const std::string text = c_elements(param, std::as_bytes(std::span(matrix)), 2);
  EXPECT_EQ(text.substr(0, 37), "1.0f, 0.0f, 0.0f, 0.0f,\n  0.0f, 1.0f,");
}

TEST(CText, VariablesHaveNamesOfTheirOwn) {
  Variables variables;
  const std::size_t first = variables.add("GLuint", "tex", "1"), second = variables.add("GLuint", "tex", "1"),
                    third = variables.add("GLuint", "tex", "5");
  variables.set_label(third, "*** 1 ***");
  variables.choose_names();
  EXPECT_EQ(
      variables.resolve(Variables::token(first) + " = " + Variables::token(second) + ", " + Variables::token(third)),
      "tex_1 = tex_1_n2, tex_1_n3");
  EXPECT_EQ(variables.declarations(), "static GLuint tex_1;\nstatic GLuint tex_1_n2;\nstatic GLuint tex_1_n3;\n");
}

}  // namespace
}  // namespace replay
