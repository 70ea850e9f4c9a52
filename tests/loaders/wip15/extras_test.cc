#include "loaders/wip15/extras.h"

#include <gtest/gtest.h>

#include "tests/loaders/load_text.h"
#include "tests/wip15_builder.h"

namespace loaders::wip15 {
namespace {

using tests::Generation;
using tests::list;
using tests::little_endian;
using tests::Wip15Builder;

std::string u32(std::uint64_t value) { return little_endian(value, 4); }
std::string text(const std::string& name) { return u32(name.size()) + name; }

Wip15Builder linked() {
  Wip15Builder trace(Generation::kFinal);
  trace.declare("glLinkProgram(UnsignedInt)").call("glLinkProgram", {3});
  return trace;
}

std::string text_of(Wip15Builder& trace) {
  const tests::Loaded loaded = tests::load(trace.file());
  EXPECT_FALSE(loaded.error) << loaded.error->to_string();
  EXPECT_TRUE(loaded.warnings.empty()) << loaded.warnings[0];
  return loaded.text;
}

TEST(Wip15Extras, AttributesAreBoundBeforeLinking) {
  Wip15Builder trace = linked();
  trace.extra("replay/program/vertex_attrib", u32(0) + text("short_layout"));
  trace.extra("replay/program/vertex_attrib", u32(1) + u32(0) + text("long_layout"));
  trace.extra("replay/program/vertex_attrib", u32(0xffffffff) + u32(0) + text("inactive"));
  trace.extra("replay/program/vertex_attrib", u32(2) + u32(0) + text("gl_VertexID"));
  EXPECT_EQ(text_of(trace),
            "  + glBindAttribLocation(program = 3, index = 0, name = \"short_layout\")\n"
            "  + glBindAttribLocation(program = 3, index = 1, name = \"long_layout\")\n"
            "0 glLinkProgram(program = 3)\n");
}

TEST(Wip15Extras, LocationsFollowTheLink) {
  Wip15Builder trace = linked();
  trace.extra("replay/program/uniform", u32(4) + text("tint"));
  trace.extra("replay/program/uniform", u32(5) + u32(0) + text("bones[1]"));
  trace.extra("replay/program/uniform", u32(0xffffffff) + u32(0) + text("in_a_block"));
  trace.extra("replay/program/uniform_block", u32(1) + u32(0) + text("Cam"));
  trace.extra("replay/program/subroutine", u32(2) + u32(0x8b30) + text("shade"));
  trace.extra("replay/program/subroutine", u32(3) + u32(0x8b30) + text(""));
  trace.extra("replay/program/subroutine_uniform", u32(0) + u32(0x8b30) + text("mode"));
  EXPECT_EQ(
      text_of(trace),
      "0 glLinkProgram(program = 3)\n"
      "  + replayUniformLocation(program = 3, name = \"tint\", location = 4)\n"
      "  + replayUniformLocation(program = 3, name = \"bones[1]\", location = 5)\n"
      "  + replayUniformBlockIndex(program = 3, name = \"Cam\", index = 1)\n"
      "  + replaySubroutineIndex(program = 3, stage = GL_FRAGMENT_SHADER, name = \"shade\", index = 2)\n"
      "  + replaySubroutineUniformLocation(program = 3, stage = GL_FRAGMENT_SHADER, name = \"mode\", location = 0)\n");
}

TEST(Wip15Extras, CreateShaderProgramNamesItsResult) {
  Wip15Builder trace(Generation::kFinal);
  trace.declare("glCreateShaderProgramv(UnsignedInt:g, Int, String[]) -> UnsignedInt");
  trace.call("glCreateShaderProgramv", {0x8b31, 1, list({"void main() {}"})}).returns(9);
  trace.extra("replay/program/vertex_attrib", u32(0) + u32(0) + text("too_late"));
  trace.extra("replay/program/uniform", u32(4) + u32(0) + text("tint"), Compression::kZlib);
  EXPECT_EQ(text_of(trace),
            "0 glCreateShaderProgramv(type = GL_VERTEX_SHADER, count = 1, strings = {\"void main() {}\"}) = 9\n"
            "  + replayUniformLocation(program = 9, name = \"tint\", location = 4)\n");
}

TEST(Wip15Extras, UniformTree) {
  Wip15Builder trace = linked();
  trace.extra("replay/program/uniforms", u32(1) + u32(1) + text("lvp") + '\0' + u32(2) + "\x04\x04");
  EXPECT_EQ(text_of(trace),
            "0 glLinkProgram(program = 3)\n"
            "  + replayUniformLocation(program = 3, name = \"lvp\", location = 2)\n");
}

TEST(Wip15Extras, BufferContentsComeBeforeTheUnmap) {
  Wip15Builder trace(Generation::kFinal);
  trace.declare("glUnmapBuffer(UnsignedInt:g) -> Bool");
  trace.call("glUnmapBuffer", {0x8892}).returns(1).extra("replay/glUnmapBuffer/data", "whole");
  trace.call("glUnmapBuffer", {0x8892})
      .returns(1)
      .extra("replay/glUnmapBuffer/data_ranged", little_endian(64, 8) + "range");
  trace.declare("glUnmapNamedBuffer(UnsignedInt) -> Bool");
  trace.call("glUnmapNamedBuffer", {5}).returns(1);
  trace.extra("replay/glUnmapBuffer/data_ranged", little_endian(16, 8) + std::string(3000, 'x'), Compression::kLz4);
  trace.call("glUnmapNamedBuffer", {5}).returns(0);
  EXPECT_EQ(text_of(trace),
            "  + replayBufferContents(target = GL_ARRAY_BUFFER, offset = 0, data = blob(5))\n"
            "0 glUnmapBuffer(target = GL_ARRAY_BUFFER) = GL_TRUE\n"
            "  + replayBufferContents(target = GL_ARRAY_BUFFER, offset = 64, data = blob(5))\n"
            "1 glUnmapBuffer(target = GL_ARRAY_BUFFER) = GL_TRUE\n"
            "  + replayNamedBufferContents(buffer = 5, offset = 16, data = blob(3000))\n"
            "2 glUnmapNamedBuffer(buffer = 5) = GL_TRUE\n"
            "3 glUnmapNamedBuffer(buffer = 5) = GL_FALSE\n");
  const tests::FirstBatch first(trace.file());
  EXPECT_EQ(std::string(static_cast<const char*>(first.arg(2, 2).p), 5), "range");
}

TEST(Wip15Extras, DrawableSizeComesBeforeMakeCurrent) {
  Wip15Builder trace(Generation::kFinal);
  trace.declare("glXMakeCurrent(Ptr, UnsignedInt, Ptr) -> Bool");
  trace.call("glXMakeCurrent", {16, 77, 32}).returns(1);
  trace.extra("replay/glXMakeCurrent/drawable_size", u32(320) + u32(240));
  trace.extra("replay/glXMakeCurrent/config", u32(0));
  trace.call("glXMakeCurrent", {16, 0, 0}).returns(1);
  trace.extra("replay/glXMakeCurrent/drawable_size", u32(0xffffffff) + u32(0xffffffff));
  EXPECT_EQ(text_of(trace),
            "  + replayDrawableSize(drawable = 77, width = 320, height = 240)\n"
            "0 glXMakeCurrent(dpy = 0x10, drawable = 77, ctx = 0x20) = 1\n"
            "1 glXMakeCurrent(dpy = 0x10, drawable = 0, ctx = NULL) = 1\n");
}

TEST(Wip15Extras, UnknownOnesAreSkipped) {
  Wip15Builder trace = linked();
  trace.extra("replay/program/of_the_future", "???").extra("something/else", "???");
  trace.declare("glFinish()").call("glFinish", {}).extra("replay/program/uniform", "on the wrong call");
  trace.call("glFinish", {}).extra("", "");
  EXPECT_EQ(text_of(trace), "0 glLinkProgram(program = 3)\n1 glFinish()\n2 glFinish()\n");
}

TEST(Wip15Extras, MalformedOnesAreCounted) {
  Wip15Builder trace = linked();
  trace.extra("replay/program/uniform", "???");
  trace.extra("replay/program/uniform", u32(1) + u32(0) + u32(400) + "cut");
  trace.extra("replay/program/uniforms", u32(1) + u32(5));
  trace.declare("glUnmapBuffer(UnsignedInt:g) -> Bool");
  trace.call("glUnmapBuffer", {0x8892}).returns(1).extra("replay/glUnmapBuffer/data_ranged", "1234567");
  trace.declare("glXMakeCurrent(Ptr, UnsignedInt, Ptr) -> Bool");
  trace.call("glXMakeCurrent", {16, 77, 32}).returns(1).extra("replay/glXMakeCurrent/drawable_size", "1234567");
  const tests::Loaded loaded = tests::load(trace.file());
  EXPECT_EQ(loaded.calls, 3u);
  EXPECT_FALSE(loaded.error);
  ASSERT_EQ(loaded.warnings.size(), 1u);
  EXPECT_EQ(
      loaded.warnings[0],
      "5 extras of calls are malformed and ignored (first at byte 84, call 0: replay/program/uniform of 3 bytes)");
}

TEST(Wip15Extras, StayInTheBatchOfTheirCall) {
  Wip15Builder trace(Generation::kFinal);
  trace.declare("glFinish()");
  for (std::size_t i = 0; i + 1 < Batch::kMaxCalls; ++i) trace.call("glFinish", {});
  trace.declare("glLinkProgram(UnsignedInt)").call("glLinkProgram", {3});
  for (int i = 0; i < 10; ++i) trace.extra("replay/program/uniform", u32(4) + u32(0) + text("tint"));
  trace.call("glFinish", {});
  EXPECT_EQ(tests::load(trace.file()).batches, (std::vector<std::size_t>{Batch::kMaxCalls + 10, 1}));
}

}  // namespace
}  // namespace loaders::wip15
