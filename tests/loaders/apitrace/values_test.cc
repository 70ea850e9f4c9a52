#include "loaders/apitrace/values.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "tests/apitrace_builder.h"
#include "tests/loaders/load_text.h"

namespace loaders::apitrace {
namespace {

using tests::ApitraceBuilder;
using namespace tests::at;

std::string text_of(ApitraceBuilder& trace) {
  const tests::Loaded loaded = tests::load(trace.file());
  EXPECT_FALSE(loaded.error) << loaded.error->to_string();
  return loaded.text;
}

// The value of `item` as argument `index` of a GL function. It points into a batch that is kept to the end of the test.
Value converted(const std::string& function, std::size_t index, const Item& item) {
  static std::vector<std::unique_ptr<tests::FirstBatch>> batches;
  ApitraceBuilder trace;
  trace.call(function + "()", {}).out(index, item);
  batches.push_back(std::make_unique<tests::FirstBatch>(trace.file()));
  return batches.back()->arg(0, index);
}

TEST(ApitraceValues, EveryTagAsItIs) {
  ApitraceBuilder trace;
  trace.call("foo()", {null(), boolean(false), boolean(true), -5, 5, 0.5, real(0.1), "text\n", blob("1234567"), en(9),
                       en(-9), bits(0x4100), items({1, 2}), structure("S", {1, "a"}), ptr(0xdeadbeef), repr("five", 5),
                       wide({0x41, 0xe4, 0x20ac, 0x1f600})});
  EXPECT_EQ(text_of(trace),
            "0 foo(NULL, 0, 1, -5, 5, 0.5, 0.1, \"text\\n\", blob(7), 9, -9, 16640, {1, 2}, {1, \"a\"}, 0xdeadbeef, "
            "5, \"A\\303\\244\\342\\202\\254\\360\\237\\230\\200\")\n");
}

TEST(ApitraceValues, IntegersOf64Bits) {
  ApitraceBuilder trace;
  const std::uint64_t all = ~std::uint64_t{0};
  trace.call("glClientWaitSync(sync, flags, timeout)", {ptr(all), bits(1), all}).returns(en(0x911a));
  trace.call("glProgramUniform1i64ARB(program, location, x)", {1, 2, std::numeric_limits<std::int64_t>::min()});
  trace.call("foo()", {raw(std::string("\x04\x85\x80\x80\x00", 5))});
  EXPECT_EQ(text_of(trace),
            "0 glClientWaitSync(sync = 0xffffffffffffffff, flags = GL_SYNC_FLUSH_COMMANDS_BIT, timeout = "
            "18446744073709551615) = GL_ALREADY_SIGNALED\n"
            "1 glProgramUniform1i64ARB(program = 1, location = 2, x = -9223372036854775808)\n"
            "2 foo(5)\n");
}

// GL gets the type that it wants, whatever tag the tracer chose.
TEST(ApitraceValues, AnyTagForANumber) {
  for (const Item& three : {Item(3), en(3), bits(3), Item(3.9), real(3.9), ptr(3), repr("three", 3)}) {
    EXPECT_EQ(converted("glTexParameteri", 2, three).i, 3);
    EXPECT_EQ(converted("glTexParameteri", 2, three).kind, ValueKind::kSint);
    EXPECT_EQ(converted("glBindTexture", 1, three).kind, ValueKind::kUint);
    EXPECT_EQ(converted("glBindTexture", 1, three).u, 3u);
    EXPECT_EQ(converted("glEnableVertexAttribArray", 0, three).u, 3u);
  }
  for (const Item& three : {Item(3), en(3), bits(3), Item(3.0), real(3), ptr(3)}) {
    EXPECT_EQ(converted("glTexParameterf", 2, three).f, 3.0f);
    EXPECT_EQ(converted("glDepthRange", 1, three).d, 3.0);
    EXPECT_EQ(converted("glDepthRange", 1, three).kind, ValueKind::kF64);
  }
  EXPECT_EQ(converted("glDepthMask", 0, boolean(true)).u, 1u);
  EXPECT_EQ(converted("glDepthMask", 0, en(1, "GLboolean")).u, 1u);
  EXPECT_EQ(converted("glTexParameteri", 2, null()).kind, ValueKind::kSint);
  EXPECT_EQ(converted("glTexParameterf", 2, null()).kind, ValueKind::kF32);
  EXPECT_EQ(converted("glUniform1i", 0, en(-1)).i, -1);
  EXPECT_EQ(converted("glBindTexture", 1, -1).u, 0xffffffffu);
  EXPECT_EQ(converted("glVertex2f", 0, raw(std::string("\x05\x01\x00\xc0\x7f", 5))).u & 0xffffffff, 0x7fc00001u)
      << "NaN payloads are kept";
}

TEST(ApitraceValues, MemoryPointerAndNullStayApart) {
  const std::string pointer = "glVertexAttribPointer";
  EXPECT_EQ(converted(pointer, 5, blob("abcd")).kind, ValueKind::kBlob);
  EXPECT_EQ(converted(pointer, 5, ptr(12)).kind, ValueKind::kPointer);
  EXPECT_EQ(converted(pointer, 5, 12).kind, ValueKind::kPointer);
  EXPECT_EQ(converted(pointer, 5, null()).kind, ValueKind::kNull);
  EXPECT_EQ(converted(pointer, 5, raw(std::string("\x0d\x00", 2))).kind, ValueKind::kNull);
  EXPECT_EQ(converted("glXMakeCurrent", 1, 0).kind, ValueKind::kUint) << "an XID is a number";
  EXPECT_EQ(converted("glXMakeCurrent", 2, ptr(5)).kind, ValueKind::kPointer);
  EXPECT_EQ(converted("glXMakeCurrent", 2, null()).kind, ValueKind::kNull);
  EXPECT_EQ(converted("memcpy", 0, ptr(0x7f0000001000)).u, 0x7f0000001000u);
  EXPECT_EQ(converted("memcpy", 1, blob("xyz")).count, 3u);
  EXPECT_EQ(converted("memcpy", 2, 3).kind, ValueKind::kUint);
}

TEST(ApitraceValues, ArraysArePackedAsGlWantsThem) {
  const Value names = converted("glGenTextures", 1, items({5, 6}));
  ASSERT_EQ(names.elem, Elem::kU32);
  EXPECT_EQ(names.array<std::uint32_t>()[1], 6u);
  const Value floats = converted("glUniform4fv", 2, items({0.5, 1, en(2), real(3)}));
  ASSERT_EQ(floats.elem, Elem::kF32);
  EXPECT_EQ(floats.array<float>()[0], 0.5f);
  EXPECT_EQ(floats.array<float>()[1], 1.0f);
  EXPECT_EQ(floats.array<float>()[2], 2.0f);
  EXPECT_EQ(floats.array<float>()[3], 3.0f);
  EXPECT_EQ(converted("glUniform1dv", 2, items({0.5})).elem, Elem::kF64);
  EXPECT_EQ(converted("glDrawBuffers", 1, items({en(0x8ce0), en(0)})).elem, Elem::kU32);
  EXPECT_EQ(converted("glShaderSource", 3, items({-1, 5})).array<std::int32_t>()[0], -1);
  EXPECT_EQ(converted("glGenTextures", 1, items({})).count, 0u);
  EXPECT_EQ(converted("glGenTextures", 1, 7).array<std::uint32_t>()[0], 7u)
      << "one without an array is one of an array";
  EXPECT_TRUE(converted("glGenTextures", 1, null()).is_null());
}

TEST(ApitraceValues, ArraysOfOtherThings) {
  const Value strings = converted("glShaderSource", 2, items({"void ", text(std::string("a\0b", 3)), null()}));
  ASSERT_EQ(strings.elem, Elem::kValue);
  EXPECT_EQ(strings.array<Value>()[0].text(), "void ");
  EXPECT_EQ(strings.array<Value>()[1].count, 3u);
  EXPECT_TRUE(strings.array<Value>()[2].is_null());
  const Value indices = converted("glMultiDrawElements", 3, items({ptr(64), null(), blob("ab"), 12}));
  ASSERT_EQ(indices.elem, Elem::kValue);
  EXPECT_EQ(indices.array<Value>()[0].kind, ValueKind::kPointer);
  EXPECT_TRUE(indices.array<Value>()[1].is_null());
  EXPECT_EQ(indices.array<Value>()[2].kind, ValueKind::kBlob);
  EXPECT_EQ(indices.array<Value>()[3].kind, ValueKind::kPointer);
  const Value odd = converted("glGenTextures", 1, items({5, 6, "seven", 8}));
  ASSERT_EQ(odd.elem, Elem::kValue);
  EXPECT_EQ(odd.count, 4u);
  EXPECT_EQ(odd.array<Value>()[1].u, 6u);
  EXPECT_EQ(odd.array<Value>()[2].text(), "seven");
  EXPECT_EQ(odd.array<Value>()[3].u, 8u);
}

TEST(ApitraceValues, ArraysThatGlKnowsNothingOf) {
  EXPECT_EQ(converted("foo", 0, items({1, 2})).elem, Elem::kU64);
  EXPECT_EQ(converted("foo", 0, items({1, -2})).elem, Elem::kI64);
  EXPECT_EQ(converted("foo", 0, items({0.5, 1.0})).elem, Elem::kF32);
  EXPECT_EQ(converted("foo", 0, items({real(0.5)})).elem, Elem::kF64);
  EXPECT_EQ(converted("foo", 0, items({1, 0.5})).elem, Elem::kValue);
  EXPECT_EQ(converted("foo", 0, items({})).elem, Elem::kValue);
  EXPECT_EQ(converted("foo", 0, items({ptr(1)})).elem, Elem::kValue);
}

TEST(ApitraceValues, AttributeLists) {
  const Item list = items({en(0x2091), 3, en(0x9126), bits(1), en(0x20b2), -1, en(0)});
  const Value glx = converted("glXCreateContextAttribsARB", 4, list);
  ASSERT_EQ(glx.elem, Elem::kI32);
  ASSERT_EQ(glx.count, 7u);
  EXPECT_EQ(glx.array<std::int32_t>()[0], 0x2091);
  EXPECT_EQ(glx.array<std::int32_t>()[3], 1);
  EXPECT_EQ(glx.array<std::int32_t>()[5], -1);
  EXPECT_EQ(glx.array<std::int32_t>()[6], 0);
  EXPECT_EQ(converted("eglChooseConfig", 1, items({en(0x3038)})).elem, Elem::kI32);
  EXPECT_EQ(converted("eglCreatePlatformWindowSurface", 3, items({en(0x3038)})).elem, Elem::kI64);
  EXPECT_EQ(converted("glXChooseVisual", 2, items({})).count, 0u);
}

TEST(ApitraceValues, Structs) {
  const Value visual = converted("glXCreateContext", 1, items({structure("XVisualInfo", {ptr(16), 33, 0, 24})}));
  ASSERT_EQ(visual.elem, Elem::kValue);
  ASSERT_EQ(visual.count, 1u);
  const Value& members = visual.array<Value>()[0];
  ASSERT_EQ(members.elem, Elem::kValue);
  ASSERT_EQ(members.count, 4u);
  EXPECT_EQ(members.array<Value>()[1].u, 33u);
  const Value numbers = converted("foo", 0, structure("Two", {1, 2}));
  EXPECT_EQ(numbers.elem, Elem::kValue) << "a struct is no array, even of numbers only";
}

TEST(ApitraceValues, StringsEndWithANul) {
  const Item abc("abc");
  ApitraceBuilder trace;
  trace.call("glGetUniformLocation(program, name)", {1, abc}).returns(7);
  const tests::FirstBatch first(trace.file());
  EXPECT_STREQ(static_cast<const char*>(first.arg(0, 1).p), "abc");
  EXPECT_EQ(first.batch.calls[0].result()->i, 7);
}

TEST(ApitraceValues, WideStrings) {
  const auto utf8 = [](const std::vector<std::uint64_t>& units) {
    ApitraceBuilder trace;
    trace.call("foo()", {wide(units)});
    const tests::FirstBatch first(trace.file());
    EXPECT_EQ(static_cast<const char*>(first.arg(0, 0).p)[first.arg(0, 0).count], '\0');
    return std::string(first.arg(0, 0).text());
  };
  EXPECT_EQ(utf8({}), "");
  EXPECT_EQ(utf8({0x48, 0x69}), "Hi");
  EXPECT_EQ(utf8({0x1f600}), "\xf0\x9f\x98\x80");
  EXPECT_EQ(utf8({0xd83d, 0xde00, 0x21}), "\xf0\x9f\x98\x80!") << "UTF-16";
  EXPECT_EQ(utf8({0xd83d}), "\xef\xbf\xbd") << "half of a pair";
  EXPECT_EQ(utf8({0xd83d, 0x21}), "\xef\xbf\xbd!");
  EXPECT_EQ(utf8({0xde00, ~0ull, 0x21}), "\xef\xbf\xbd\xef\xbf\xbd!");
}

TEST(ApitraceValues, LargeBlobsStayWhereTheyAre) {
  const std::string large(5000, 'x');
  ApitraceBuilder trace;
  trace.call("glBufferSubData(target, offset, size, data)", {en(0x8892), 0, 5000, blob(large)});
  trace.call("glBufferSubData(target, offset, size, data)", {en(0x8892), 0, 3, blob("abc")});
  const tests::FirstBatch first(trace.file());
  EXPECT_EQ(std::string(static_cast<const char*>(first.arg(0, 3).p), first.arg(0, 3).count), large);
  EXPECT_EQ(std::string(static_cast<const char*>(first.arg(1, 3).p), first.arg(1, 3).count), "abc");
  EXPECT_EQ(first.batch.pinned.size(), 1u);
}

}  // namespace
}  // namespace loaders::apitrace
