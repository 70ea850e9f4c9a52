#include "loaders/wip15/declarations.h"

#include <gtest/gtest.h>

#include "tests/loaders/load_text.h"
#include "tests/wip15_builder.h"

namespace loaders::wip15 {
namespace {

using tests::Generation;
using tests::list;
using tests::Wip15Builder;

TEST(Wip15Declarations, MoreArgumentsThanGlHasAreKept) {
  Wip15Builder trace(Generation::kFinal);
  trace.declare("glClear(UnsignedInt, Int, String)").call("glClear", {0x4000, -1, "more"});
  EXPECT_EQ(tests::load(trace.file()).text, "0 glClear(mask = GL_COLOR_BUFFER_BIT, -1, \"more\")\n");
}

TEST(Wip15Declarations, FewerArgumentsThanGlHasAreFilledWithNull) {
  Wip15Builder trace(Generation::kFinal);
  trace.declare("glBindTexture(UnsignedInt) -> Int").call("glBindTexture", {0x0de1}).returns(7);
  EXPECT_EQ(tests::load(trace.file()).text, "0 glBindTexture(target = GL_TEXTURE_2D, texture = NULL) = 7\n");
}

TEST(Wip15Declarations, ASecondOneReplacesTheFirst) {
  Wip15Builder trace(Generation::kFinal);
  trace.declare("glUniform1i(Int, Int)").call("glUniform1i", {1, 2});
  trace.declare("glUniform1i(Int, UnsignedInt)").call("glUniform1i", {1, 2});
  const tests::Loaded loaded = tests::load(trace.file());
  EXPECT_EQ(loaded.text, "0 glUniform1i(location = 1, v0 = 2)\n1 glUniform1i(location = 1, v0 = 2)\n");
}

TEST(Wip15Declarations, UnknownFunctionsKeepWhatTheFileHas) {
  Wip15Builder trace(Generation::kFinal);
  trace.declare("fooBar(UnsignedInt[], Ptr, Ptr)").call("fooBar", {list({1}), 0, 16});
  const tests::FirstBatch first(trace.file());
  EXPECT_EQ(first.batch.calls[0].function, glbindings::FunctionId::kUnknown);
  EXPECT_EQ(first.arg(0, 0).elem, Elem::kU64);
  EXPECT_TRUE(first.arg(0, 1).is_null());
  EXPECT_EQ(first.arg(0, 2).kind, ValueKind::kPointer);
  EXPECT_EQ(first.source->functions()[first.batch.calls[0].recorded].name, "fooBar");
}

TEST(Wip15Declarations, RawFilesStoreGetStringOtherwiseThanTheyDeclare) {
  Wip15Builder trace(Generation::kRaw8);
  trace.declare("glFinish()").call("glFinish", {});
  trace.declare("glGetString(UnsignedInt) -> String");
  trace.call("glGetString", {tests::raw(tests::little_endian(0x1f02, 8) + tests::little_endian(4, 4))});
  trace.call("glFinish", {});
  EXPECT_EQ(tests::load(trace.file()).text, "0 glFinish()\n1 glGetString(name = GL_VERSION)\n2 glFinish()\n");

  Wip15Builder later(Generation::kLeb);
  later.declare("glGetString(UnsignedInt) -> String").call("glGetString", {0x1f02}).returns("4.5");
  EXPECT_EQ(tests::load(later.file()).text, "0 glGetString(name = GL_VERSION) = \"4.5\"\n");
}

// Four bytes of a vector of eight: what the program gave is not there.
TEST(Wip15Declarations, VectorsOfWhichWritersKeepBytesAreNotRecorded) {
  for (const std::string name : {"glVertexAttribI4sv", "glVertexAttribI4usv", "glVertexAttribI4iv"}) {
    Wip15Builder trace(Generation::kFinal);
    trace.declare(name + "(UnsignedInt, Int[])").call(name, {3, list({1, 0, 2, 0})});
    const tests::FirstBatch first(trace.file());
    EXPECT_EQ(first.arg(0, 0).u, 3u);
    EXPECT_EQ(first.arg(0, 1).is_null(), name != "glVertexAttribI4iv") << name;
  }
}

}  // namespace
}  // namespace loaders::wip15
