#include "loaders/wip15/values.h"

#include <gtest/gtest.h>

#include <string>

#include "loaders/wip15/integers.h"
#include "tests/loaders/load_text.h"
#include "tests/wip15_builder.h"

namespace loaders::wip15 {
namespace {

using tests::data;
using tests::Generation;
using tests::list;
using tests::variant;
using tests::Wip15Builder;

std::string text_of(Wip15Builder& trace) { return tests::load(trace.file()).text; }

std::int64_t signed_of(const std::string& bytes, Integers integers) {
  Cursor cursor(std::as_bytes(std::span(bytes)));
  const std::int64_t value = read_signed(cursor, integers);
  EXPECT_TRUE(cursor.ok() && cursor.at_end());
  return value;
}

TEST(Wip15Values, SignedIntegers) {
  EXPECT_EQ(signed_of("\x08", Integers::kSignBit), 4);
  EXPECT_EQ(signed_of("\xb8\x08", Integers::kSignBit), 540);
  EXPECT_EQ(signed_of("\x03", Integers::kSignBit), -1);
  EXPECT_EQ(signed_of("\x05", Integers::kSignBit), -2);
  EXPECT_EQ(signed_of("\x01", Integers::kSignBit), 0) << "minus zero";
  EXPECT_EQ(signed_of("\x04", Integers::kSleb), 4);
  EXPECT_EQ(signed_of("\x7f", Integers::kSleb), -1);
  EXPECT_EQ(signed_of(std::string("\xc0\x00", 2), Integers::kSleb), 64);
  EXPECT_EQ(signed_of("\x80\x7f", Integers::kSleb), -128);
  EXPECT_EQ(signed_of("\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01", Integers::kSleb),
            std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(signed_of("\xff\xff\xff\xff\xff\xff\xff\xff", Integers::kRaw8), -1);
}

class Wip15EachGeneration : public testing::TestWithParam<Generation> {};
INSTANTIATE_TEST_SUITE_P(Generations, Wip15EachGeneration, testing::ValuesIn(tests::kGenerations));

TEST_P(Wip15EachGeneration, EveryBaseType) {
  Wip15Builder trace(GetParam());
  trace.group("AccumOp");
  trace.declare("glGenBuffers(Int, UnsignedInt[])").call("glGenBuffers", {3, list({1, 200, 70000})});
  trace.declare("fooAll(Void, UnsignedInt, Int, Ptr, Bool, Float, Double, String, Data, FunctionPtr) -> Int");
  trace
      .call("fooAll",
            {0, ~0ull >> 1, -70000, 0x7fffdeadbeef, 1, 0.5, -0.1, "text", data("1234567", Compression::kNone), 0})
      .returns(-1);
  EXPECT_EQ(
      text_of(trace),
      "0 glGenBuffers(n = 3, buffers = {1, 200, 70000})\n"
      "1 fooAll(NULL, 9223372036854775807, -70000, 0x7fffdeadbeef, 1, 0.5, -0.1, \"text\", blob(7), NULL) = -1\n");
}

TEST_P(Wip15EachGeneration, EveryArray) {
  Wip15Builder trace(GetParam());
  trace.declare("glGenBuffers(Int, UnsignedInt[])").call("glGenBuffers", {1, list({1})});
  trace.declare(
      "fooAll(Void[], UnsignedInt[]:g, Int[], Ptr[], Bool[], Float[], Double[], String[], Data[], FunctionPtr[])");
  trace.call("fooAll", {list({0, 0}), list({1, 2}), list({-1, 2}), list({0, 16}), list({0, 1}), list({0.5, 1}),
                        list({0.1}), list({"a", "", "b\n"}), list({"x", data("yy", Compression::kNone)}), list({0})});
  trace.call("fooAll",
             {list({}), list({}), list({}), list({}), list({}), list({}), list({}), list({}), list({}), list({})});
  EXPECT_EQ(text_of(trace),
            "0 glGenBuffers(n = 1, buffers = {1})\n"
            "1 fooAll(NULL, {1, 2}, {-1, 2}, {NULL, 0x10}, {0, 1}, {0.5, 1}, {0.1}, {\"a\", \"\", \"b\\n\"}, {blob(1), "
            "blob(2)}, NULL)\n"
            "2 fooAll(NULL, {}, {}, {}, {}, {}, {}, {}, {}, NULL)\n");
}

TEST_P(Wip15EachGeneration, GroupsAreReadPast) {
  Wip15Builder trace(GetParam());
  trace.declare("glBlendFunc(UnsignedInt:g, UnsignedInt:g)").call("glBlendFunc", {0x302, 0x303});
  trace.declare("glDrawBuffers(Int, UnsignedInt[]:g)").call("glDrawBuffers", {2, list({0x8ce0, 0x8ce1})});
  EXPECT_EQ(text_of(trace),
            "0 glBlendFunc(sfactor = GL_SRC_ALPHA, dfactor = GL_ONE_MINUS_SRC_ALPHA)\n"
            "1 glDrawBuffers(n = 2, bufs = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1})\n");
}

TEST_P(Wip15EachGeneration, BigEndianFloats) {
  Wip15Builder trace(GetParam(), true);
  trace.declare("glGenBuffers(Int, UnsignedInt[])").call("glGenBuffers", {1, list({1})});
  trace.declare("glUniform1f(Int, Float)").call("glUniform1f", {-1, 0.75});
  trace.declare("glUniform2fv(Int, Int, Float[])").call("glUniform2fv", {5, 1, list({1.5, -2})});
  trace.declare("glDepthRange(Double, Double)").call("glDepthRange", {0.25, 1});
  const tests::Loaded loaded = tests::load(trace.file());
  EXPECT_EQ(loaded.text,
            "0 glGenBuffers(n = 1, buffers = {1})\n"
            "1 glUniform1f(location = -1, v0 = 0.75)\n"
            "2 glUniform2fv(location = 5, count = 1, value = {1.5, -2})\n"
            "3 glDepthRange(n = 0.25, f = 1)\n");
  EXPECT_EQ(loaded.info.properties[0].second, "big");
}

TEST(Wip15Values, ArraysArePackedAsGlWantsThem) {
  Wip15Builder trace(Generation::kFinal);
  trace.declare("glShaderSource(UnsignedInt, Int, String[], Int[])");
  trace.call("glShaderSource", {1, 2, list({"ab", "c"}), list({2, -1})});
  trace.declare("glUniform1dv(Int, Int, Float[])").call("glUniform1dv", {0, 1, list({0.5})});
  trace.declare("glMultiDrawElements(UnsignedInt, Int[], UnsignedInt, Ptr[], Int)");
  trace.call("glMultiDrawElements", {4, list({3, 6}), 0x1405, list({0, 12}), 2});
  trace.declare("glBufferData(UnsignedInt, Int, Int[], UnsignedInt)").call("glBufferData", {1, 2, list({1, 2}), 3});
  const tests::FirstBatch first(trace.file());
  EXPECT_EQ(first.arg(0, 2).array<Value>()[0].text(), "ab");
  EXPECT_EQ(first.arg(0, 3).elem, Elem::kI32);
  EXPECT_EQ(first.arg(0, 3).array<std::int32_t>()[1], -1);
  EXPECT_EQ(first.arg(1, 2).elem, Elem::kF64);
  EXPECT_EQ(first.arg(1, 2).array<double>()[0], 0.5);
  EXPECT_EQ(first.arg(2, 3).elem, Elem::kValue);
  EXPECT_TRUE(first.arg(2, 3).array<Value>()[0].is_null());
  EXPECT_EQ(first.arg(2, 3).array<Value>()[1].u, 12u);
  EXPECT_EQ(first.arg(3, 2).elem, Elem::kI64) << "void* takes any element";
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(first.arg(0, 3).p) % 16, 0u);
}

TEST(Wip15Values, StringsEndWithANul) {
  Wip15Builder trace(Generation::kFinal);
  trace.declare("glGetUniformLocation(UnsignedInt, String) -> Int").call("glGetUniformLocation", {1, "abc"}).returns(7);
  const tests::FirstBatch first(trace.file());
  EXPECT_STREQ(static_cast<const char*>(first.arg(0, 1).p), "abc");
  EXPECT_EQ(first.arg(0, 1).count, 3u);
  EXPECT_EQ(first.batch.calls[0].result()->i, 7);
}

TEST(Wip15Values, Variants) {
  Wip15Builder trace(Generation::kFinal);
  trace.declare("glBufferData(UnsignedInt:g, Int, Variant:g, UnsignedInt:g)");
  trace.call("glBufferData", {0x8892, 540, variant("Ptr", 0), 0x88e4});
  trace.call("glBufferData", {0x8892, 3, variant("Data", "abc"), 0x88e4});
  trace.declare("glShaderSource(UnsignedInt, Int, String[], Variant[])");
  trace.call("glShaderSource", {1, 1, list({"x"}), variant("Int[]:g", list({1}))});
  EXPECT_EQ(text_of(trace),
            "0 glBufferData(target = GL_ARRAY_BUFFER, size = 540, data = NULL, usage = GL_STATIC_DRAW)\n"
            "1 glBufferData(target = GL_ARRAY_BUFFER, size = 3, data = blob(3), usage = GL_STATIC_DRAW)\n"
            "2 glShaderSource(shader = 1, count = 1, string = {\"x\"}, length = {1})\n");
}

TEST(Wip15Values, EveryCompression) {
  const std::string large(5000, 'x');
  Wip15Builder trace(Generation::kFinal);
  trace.declare("glBufferSubData(UnsignedInt, Int, Int, Data)");
  for (const auto method : {Compression::kNone, Compression::kZlib, Compression::kLz4, Compression::kZstd}) {
    trace.call("glBufferSubData", {0x8892, 0, 3, data("abc", method)});
    trace.call("glBufferSubData", {0x8892, 0, 5000, data(large, method)});
  }
  const tests::FirstBatch first(trace.file());
  ASSERT_EQ(first.batch.calls.size(), 8u);
  for (std::size_t call = 0; call < 8; ++call) {
    const Value& blob = first.arg(call, 3);
    ASSERT_EQ(blob.kind, ValueKind::kBlob);
    EXPECT_EQ(std::string(static_cast<const char*>(blob.p), blob.count), call % 2 ? large : "abc");
  }
  EXPECT_EQ(first.batch.pinned.size(), 1u) << "the large stored block stays where it is";
}

TEST(Wip15Values, UnreadableBlocksBecomeNullAndAreCounted) {
  Wip15Builder trace(Generation::kFinal);
  trace.declare("glBufferSubData(UnsignedInt, Int, Int, Data)");
  const std::string junk(20, '\x5a');
  for (std::uint8_t method = 0; method < 4; ++method) {
    trace.call("glBufferSubData", {1, 0, 21, tests::raw(tests::block(method, 21, junk))});
    trace.call("glBufferSubData", {1, 0, 0, tests::raw(tests::block(method, 0xffffffff, junk))});
  }
  trace.declare("glFinish()").call("glFinish", {});
  const tests::Loaded loaded = tests::load(trace.file());
  EXPECT_EQ(loaded.calls, 9u);
  EXPECT_NE(loaded.text.find("0 glBufferSubData(target = 1, offset = 0, size = 21, data = NULL)\n"), std::string::npos);
  EXPECT_FALSE(loaded.error);
  ASSERT_EQ(loaded.warnings.size(), 1u);
  EXPECT_EQ(loaded.warnings[0],
            "8 data blocks cannot be unpacked and are taken as NULL (first at byte 67: stored, 20 bytes that should "
            "unpack to 21)");
}

}  // namespace
}  // namespace loaders::wip15
