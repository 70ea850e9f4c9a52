#include "loaders/wip15/loader.h"

#include <gtest/gtest.h>

#include "tests/golden/golden.h"
#include "tests/loaders/load_text.h"
#include "tests/wip15_builder.h"

namespace loaders::wip15 {
namespace {

using tests::data;
using tests::Generation;
using tests::list;
using tests::little_endian;
using tests::variant;
using tests::Wip15Builder;

// A small program that uses all of the format, as the last writer records it.
Wip15Builder small_program() {
  Wip15Builder trace(Generation::kFinal);
  trace.group("BufferAccessARB").group("ShaderType");
  trace.declare("glXCreateContextAttribsARB(Ptr, Ptr, Ptr, Bool, Int[]) -> Ptr");
  trace.call("glXCreateContextAttribsARB", {0x10, 0x20, 0, 1, list({0x2091, 3, 0x2092, 3, 0})}).returns(0x30);
  trace.declare("glXMakeCurrent(Ptr, UnsignedInt, Ptr) -> Bool").call("glXMakeCurrent", {0x10, 77, 0x30}).returns(1);
  trace.extra("replay/glXMakeCurrent/drawable_size", little_endian(320, 4) + little_endian(240, 4));
  trace.declare("wip15DrawableSize(Int, Int)").call("wip15DrawableSize", {320, 240});
  trace.declare("glCreateShader(UnsignedInt:g) -> UnsignedInt").call("glCreateShader", {0x8b31}).returns(1);
  trace.declare("glShaderSource(UnsignedInt, Int, String[], Variant)");
  trace.call("glShaderSource", {1, 1, list({"#version 330\nvoid main() {}\n"}), variant("Ptr", 0)});
  trace.declare("glLinkProgram(UnsignedInt)").call("glLinkProgram", {2});
  trace.extra("replay/program/vertex_attrib", little_endian(0, 4) + little_endian(0, 4) + little_endian(3, 4) + "pos");
  trace.extra("replay/program/uniforms", little_endian(1, 4) + little_endian(1, 4) + little_endian(4, 4) + "tint" +
                                             '\0' + little_endian(5, 4) + "\x04\x01");
  trace.declare("glGetUniformLocation(UnsignedInt, String) -> Int")
      .call("glGetUniformLocation", {2, "tint"})
      .returns(5);
  trace.declare("glUniform4fv(Int, Int, Float[])").call("glUniform4fv", {5, 1, list({1, 0.5, 0.25, 1})});
  trace.declare("glGenBuffers(Int, UnsignedInt[])").call("glGenBuffers", {1, list({4})});
  trace.declare("glBufferData(UnsignedInt:g, Int, Variant, UnsignedInt:g)");
  trace.call("glBufferData", {0x8892, 2000, variant("Data", data(std::string(2000, 'v'), Compression::kZlib)), 0x88e4});
  trace.declare("glMapBuffer(UnsignedInt:g, UnsignedInt:g) -> Ptr")
      .call("glMapBuffer", {0x8892, 0x88b9})
      .returns(0x7f0010);
  trace.declare("glUnmapBuffer(UnsignedInt:g) -> Bool").call("glUnmapBuffer", {0x8892}).returns(1);
  trace.extra("replay/glUnmapBuffer/data_ranged", little_endian(0, 8) + std::string(2000, 'w'), Compression::kLz4);
  trace.declare("glVertexAttribPointer(UnsignedInt, Int, UnsignedInt:g, Bool, Int, Ptr)");
  trace.call("glVertexAttribPointer", {0, 3, 0x1406, 0, 12, 16});
  trace.declare("glClear(UnsignedInt:g)").call("glClear", {0x4100});
  trace.declare("glXSwapBuffers(Ptr, UnsignedInt)").call("glXSwapBuffers", {0x10, 77});
  trace.call("glClear", {0x4000}).call("glXSwapBuffers", {0x10, 77});
  trace.declare("fooUnknown(Double, Data)").call("fooUnknown", {0.1, "abc"});
  return trace;
}

TEST(Wip15Loader, SmallProgram) {
  Wip15Builder trace = small_program();
  const tests::Loaded loaded = tests::load(trace.file());
  EXPECT_FALSE(loaded.error);
  EXPECT_TRUE(loaded.warnings.empty());
  tests::expect_golden("wip15_small_program.txt", loaded.text);
}

TEST(Wip15Loader, ClosesBatchesAtFrames) {
  Wip15Builder trace = small_program();
  const tests::Loaded loaded = tests::load(trace.file());
  EXPECT_EQ(loaded.frames, 2u);
  EXPECT_EQ(loaded.batches.size(), 3u) << "the rest after the last swap is one as well";
  EXPECT_EQ(loaded.batches[1], 2u);
  EXPECT_EQ(loaded.batches[2], 1u);
}

TEST(Wip15Loader, ClosesBatchesBySize) {
  Wip15Builder trace(Generation::kFinal);
  trace.declare("glBufferSubData(UnsignedInt, Int, Int, Data)");
  const std::string stored(400000, 's');
  for (int i = 0; i < 7; ++i) {
    trace.call("glBufferSubData", {1, 0, 0, data(stored, i % 2 ? Compression::kZlib : Compression::kNone)});
  }
  EXPECT_EQ(tests::load(trace.file()).batches, (std::vector<std::size_t>{3, 3, 1}));
}

TEST(Wip15Loader, AnyWindowReadsTheSame) {
  Wip15Builder trace = small_program();
  const tests::Loaded whole = tests::load(trace.file());
  for (std::size_t window = 1; window < 2500; window += window < 70 ? 1 : 97) {
    const tests::Loaded loaded = tests::load(trace.file(), window);
    ASSERT_EQ(loaded.text, whole.text) << "window of " << window << " bytes";
    ASSERT_FALSE(loaded.error);
  }
}

// The memory that a batch points to must not be overwritten while the next batches are read.
TEST(Wip15Loader, BatchesKeepTheirMemory) {
  Wip15Builder trace(Generation::kFinal);
  trace.declare("glBufferSubData(UnsignedInt, Int, Int, Data)").declare("glXSwapBuffers(Ptr, UnsignedInt)");
  for (char c = 'a'; c < 'z'; ++c) {
    trace.call("glBufferSubData", {1, 0, 0, std::string(3000, c)}).call("glXSwapBuffers", {1, 2});
  }
  auto opened = open_trace(memory_source(trace.file()), "test", {4096});
  std::vector<std::unique_ptr<Batch>> batches;
  for (;;) {
    auto batch = std::make_unique<Batch>();
    if ((*opened)->read(*batch) == ReadStatus::kEnd) break;
    batches.push_back(std::move(batch));
  }
  ASSERT_EQ(batches.size(), 25u);
  for (std::size_t i = 0; i < batches.size(); ++i) {
    const Value& blob = batches[i]->calls[0].args[3];
    EXPECT_EQ(std::string(static_cast<const char*>(blob.p), blob.count), std::string(3000, static_cast<char>('a' + i)));
  }
}

TEST(Wip15Loader, RecordLargerThanTheWindow) {
  Wip15Builder trace(Generation::kFinal);
  const std::string large(3 * InputWindow::kDefaultBytes + 17, 'L');
  trace.declare("glBufferSubData(UnsignedInt, Int, Int, Data)").declare("glFinish()");
  trace.call("glFinish", {}).call("glBufferSubData", {1, 0, 0, large}).call("glFinish", {});
  for (const bool sized : {true, false}) {
    ByteSource one = memory_source(trace.file());
    if (!sized) one.size.reset();
    const tests::Loaded loaded = tests::load(open_trace(std::move(one), "test"));
    EXPECT_EQ(
        loaded.text,
        "0 glFinish()\n1 glBufferSubData(target = 1, offset = 0, size = 0, data = blob(3145745))\n2 glFinish()\n");
  }
}

TEST(Wip15Loader, ReportsASourceThatFailsOnTheWay) {
  Wip15Builder trace(Generation::kFinal);
  trace.declare("glFinish()");
  for (int i = 0; i < 9; ++i) trace.call("glFinish", {});
  ByteSource source = memory_source(trace.file());
  source.size.reset();
  source.read = [read = source.read](std::span<std::byte> into) {
    Result<std::size_t> got = read(into);
    if (*got == 0) got = Error{"the disk is on fire"};
    return got;
  };
  const tests::Loaded loaded = tests::load(open_trace(std::move(source), "test"));
  EXPECT_EQ(loaded.calls, 9u);
  ASSERT_TRUE(loaded.error);
  EXPECT_EQ(loaded.error->to_string(), "test: byte 121, call 9, next operation: the disk is on fire");
}

TEST(Wip15Loader, StaysAtTheEnd) {
  Wip15Builder trace(Generation::kFinal);
  trace.declare("glFinish()").call("glFinish", {});
  tests::FirstBatch first(trace.file());
  EXPECT_EQ(first.source->read(first.batch), ReadStatus::kEnd);
  EXPECT_EQ(first.source->read(first.batch), ReadStatus::kEnd);
  EXPECT_TRUE(first.batch.calls.empty());
  EXPECT_FALSE(first.source->error());
}

TEST(Wip15Loader, FileWithoutCalls) {
  Wip15Builder trace(Generation::kFinal);
  const tests::Loaded loaded = tests::load(trace.file());
  EXPECT_FALSE(loaded.refused);
  EXPECT_FALSE(loaded.error);
  EXPECT_EQ(loaded.calls, 0u);
}

}  // namespace
}  // namespace loaders::wip15
