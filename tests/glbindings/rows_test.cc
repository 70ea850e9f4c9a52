// Each function has one generated row, in the order of the ids, and each row has one policy per parameter.
#include <gtest/gtest.h>

#include <string_view>
#include <vector>

#include "glbindings/signature.h"

namespace glbindings {
namespace {

struct Row {
  FunctionId function;
  const char* kind;
  const char* policies;
};

const std::vector<Row>& rows() {
  static const std::vector<Row> all = {
#define REPLAY_ROW(function, entry, ...) {FunctionId::function, "row", #__VA_ARGS__},
#define REPLAY_HAND(function, handler, numbers) {FunctionId::function, "hand", #handler},
#define REPLAY_IGNORED(function) {FunctionId::function, "ignored", ""},
#define REPLAY_UNSUPPORTED(function) {FunctionId::function, "unsupported", ""},
#include "glbindings/gl_rows.inc"
#undef REPLAY_ROW
#undef REPLAY_HAND
#undef REPLAY_IGNORED
#undef REPLAY_UNSUPPORTED
  };
  return all;
}

const Row& row_of(FunctionId function) { return rows()[static_cast<std::size_t>(function) - 1]; }

std::size_t policies_in(std::string_view list) {
  std::size_t count = 1;
  int depth = 0;
  for (const char c : list) {
    depth += (c == '<') - (c == '>');
    count += c == ',' && depth == 0;
  }
  return count;
}

TEST(Rows, AreOnePerFunctionInTheOrderOfTheIds) {
  ASSERT_EQ(rows().size(), static_cast<std::size_t>(FunctionId::kCount) - 1);
  for (std::size_t i = 0; i < rows().size(); ++i) ASSERT_EQ(static_cast<std::size_t>(rows()[i].function), i + 1);
}

TEST(Rows, HaveAPolicyForTheResultAndEachParameter) {
  for (const Row& row : rows()) {
    if (std::string_view(row.kind) != "row") continue;
    EXPECT_EQ(policies_in(row.policies), 1 + signature(row.function).params().size()) << signature(row.function).name();
  }
}

TEST(Rows, OfSomeFunctions) {
  EXPECT_STREQ(row_of(FunctionId::glBindTexture).policies, "Ignored, Plain, BindName<Kind::kTexture>");
  EXPECT_STREQ(row_of(FunctionId::glGenBuffers).policies, "Ignored, Plain, NewNames<Kind::kBuffer,Arg<0>>");
  EXPECT_STREQ(row_of(FunctionId::glFenceSync).policies, "NewName<Kind::kSync>, Plain, Plain");
  EXPECT_STREQ(row_of(FunctionId::glUniform4fv).policies, "Ignored, Location, Plain, In<ArgTimes<1,4>>");
  EXPECT_STREQ(row_of(FunctionId::glDrawElements).policies, "Ignored, Draw<1,-1>, Plain, Plain, Indices<1,2>");
  EXPECT_STREQ(row_of(FunctionId::glMapBufferRange).policies, "map_buffer_range");
  EXPECT_STREQ(row_of(FunctionId::glMapBufferARB).policies, "map_buffer");
  EXPECT_STREQ(row_of(FunctionId::glGetTextureImageEXT).policies, "get_texture_image_ext");
  EXPECT_STREQ(row_of(FunctionId::glXCreateContextAttribsARB).policies, "glx_create_context_attribs");
  EXPECT_STREQ(row_of(FunctionId::glDrawableSizeWIP15).policies, "wip15_drawable_size");
  EXPECT_STREQ(row_of(FunctionId::glGetFloatv).kind, "ignored");
}

}  // namespace
}  // namespace glbindings
