#include "loaders/wtf/webgl/declared_attributes.h"

#include <gtest/gtest.h>

namespace loaders::wtf::webgl {
namespace {

std::string found(std::string_view source) {
  std::string text;
  for (const DeclaredAttribute& declared : declared_attributes(source)) {
    text += declared.name + ":" + std::to_string(declared.columns) + " ";
  }
  return text;
}

TEST(DeclaredAttributes, InTheOrderOfTheText) {
  EXPECT_EQ(found("attribute vec2 b;\nattribute highp vec4 a;void main(){gl_Position=a+b.xyxy;}"), "b:1 a:1 ");
}

TEST(DeclaredAttributes, SeveralInOneDeclaration) {
  EXPECT_EQ(found("attribute float x, y; float f=x+y;"), "x:1 y:1 ");
}

TEST(DeclaredAttributes, MatricesTakeALocationForEachColumn) {
  EXPECT_EQ(found("attribute mat2 m2; attribute mat4 m4; m2 m4"), "m2:2 m4:4 ");
}

TEST(DeclaredAttributes, UnusedOnesHaveNoLocation) {
  EXPECT_EQ(found("attribute float x; attribute float y; y"), "y:1 ");
}

TEST(DeclaredAttributes, NotThoseInComments) {
  EXPECT_EQ(found("// attribute float a; a\n/* attribute float b; b */ attribute float c; c"), "c:1 ");
}

// Each link goes through the attributes, so their number is bounded; a driver has 32 at most.
TEST(DeclaredAttributes, AMegabyteOfThemIsReadAtOnce) {
  std::string source;
  while (source.size() < 1 << 20) source += "attribute float a" + std::to_string(source.size() % 1000) + ";";
  EXPECT_EQ(declared_attributes(source).size(), 256u);
}

TEST(DeclaredAttributes, TextThatEndsAnywhere) {
  constexpr std::string_view kSource = "attribute highp mat3 /* x */ a, b; void main() { a b }";
  for (std::size_t length = 0; length <= kSource.size(); ++length) found(kSource.substr(0, length));
}

}  // namespace
}  // namespace loaders::wtf::webgl
