#include "loaders/apitrace/writer.h"

#include <gtest/gtest.h>

#include <cmath>

#include "loaders/stream/value_plan.h"
#include "tests/apitrace_builder.h"
#include "tests/loaders/load_text.h"
#include "tests/rewritten.h"
#include "tests/small_traces.h"

namespace loaders::apitrace {
namespace {

using glbindings::FunctionId;

// One call with its values.
struct Made {
  Made(FunctionId function, std::vector<Value> arguments) : values(std::move(arguments)) {
    call = call_of_function(function, values.size());
    values.resize(call.argc);
    call.args = values.data();
  }
  Made&& returns(Value value) && {
    values.push_back(value);
    call.args = values.data();
    call.has_result = 1;
    return std::move(*this);
  }
  std::vector<Value> values;
  Call call;
};

template <class T>
Value array(const std::vector<T>& elements, Elem elem) {
  return Value::of_memory(ValueKind::kArray, elements.data(), static_cast<std::uint32_t>(elements.size()), elem);
}
Value string(std::string_view text) {
  return Value::of_memory(ValueKind::kString, text.data(), static_cast<std::uint32_t>(text.size()));
}
Value blob(std::string_view bytes) { return Value::of_blob(std::as_bytes(std::span(bytes))); }

std::vector<std::byte> file_of(const std::vector<Call>& calls) {
  std::vector<std::byte> file;
  Output output(pack(Packing::kSnappy, memory_sink(file)));
  output.begin(kMaxVersion, {{"process.name", "test"}});
  Writer writer(output);
  for (const Call& call : calls) writer.write(call, nullptr);
  EXPECT_TRUE(output.finish());
  return file;
}

tests::ApitraceBuilder dense() {
  tests::ApitraceBuilder builder;
  builder.dense_ids();
  return builder;
}

// The bytes of the stream after the header and the signature: what the builder writes for the same values.
void expect_written_as(const Made& made, tests::ApitraceBuilder& expected) {
  const std::string stream = tests::stream_of(file_of({made.call}));
  const std::string wanted = expected.property("process.name", "test").stream();
  EXPECT_EQ(stream, wanted);
}

TEST(Writer, WritesWhatTheTracerWrites) {
  using namespace tests::at;
  {
    tests::ApitraceBuilder expected = dense();
    expected.call("glRotatef(angle, x, y, z)", {90.0, 0.0, 0.5, -1.0});
    expect_written_as(
        {FunctionId::glRotatef, {Value::of_f32(90), Value::of_f32(0), Value::of_f32(.5), Value::of_f32(-1)}}, expected);
  }
  {
    tests::ApitraceBuilder expected = dense();
    expected.call("glViewport(x, y, width, height)", {-3, 0, 64, 48});
    expect_written_as(
        {FunctionId::glViewport, {Value::of_sint(-3), Value::of_sint(0), Value::of_sint(64), Value::of_sint(48)}},
        expected);
  }
  {
    tests::ApitraceBuilder expected = dense();
    expected.call("glTranslated(x, y, z)", {real(1), real(2), real(0.1)});
    expect_written_as({FunctionId::glTranslated, {Value::of_f64(1), Value::of_f64(2), Value::of_f64(0.1)}}, expected);
  }
  {
    tests::ApitraceBuilder expected = dense();
    const std::vector<float> matrix = {1, 2, 3, 4};
    expected.call("glUniform4fv(location, count, value)", {-1, 1, items({1.0, 2.0, 3.0, 4.0})});
    expect_written_as({FunctionId::glUniform4fv, {Value::of_sint(-1), Value::of_sint(1), array(matrix, Elem::kF32)}},
                      expected);
  }
  {
    tests::ApitraceBuilder expected = dense();
    expected.call("memcpy(dest, src, n)", {ptr(0x7000), tests::at::blob("abc"), 3});
    expect_written_as(
        {FunctionId::memcpy, {Value::of_pointer(0x7000), loaders::apitrace::blob("abc"), Value::of_uint(3)}}, expected);
  }
  {
    tests::ApitraceBuilder expected = dense();
    const std::vector<std::uint32_t> names = {7, 9};
    expected.call("glGenTextures(n, textures)", {2}).out(1, items({7, 9}));
    expect_written_as({FunctionId::glGenTextures, {Value::of_sint(2), array(names, Elem::kU32)}}, expected);
  }
  {
    tests::ApitraceBuilder expected = dense();
    const std::vector<Value> sources = {string("void main() {}"), string("\xff")};
    expected.call("glShaderSource(shader, count, string, length)", {4, 2, items({"void main() {}", "\xff"}), null()});
    expect_written_as(
        {FunctionId::glShaderSource, {Value::of_uint(4), Value::of_sint(2), array(sources, Elem::kValue), Value()}},
        expected);
  }
  {
    tests::ApitraceBuilder expected = dense();
    expected.call("glFenceSync(condition, flags)", {}).returns(ptr(0x1234));
    Made made = Made(FunctionId::glFenceSync, {}).returns(Value::of_pointer(0x1234));  // numbers that are absent
    expect_written_as(made, expected);
  }
}

// The image of glBitmap is a blob, other arrays of bytes are arrays, and the text of a program is a string.
TEST(Writer, TellsMemoryFromArraysAndText) {
  using namespace tests::at;
  const std::vector<std::uint8_t> bytes = {'a', 'b', 'c'};
  const Value value = array(bytes, Elem::kU8);
  {
    tests::ApitraceBuilder expected = dense();
    expected.call("glBitmap(width, height, xorig, yorig, xmove, ymove, bitmap)",
                  {3, 1, 0.0, 0.0, 0.0, 0.0, tests::at::blob("abc")});
    const Value zero = Value::of_f32(0);
    expect_written_as({FunctionId::glBitmap, {Value::of_sint(3), Value::of_sint(1), zero, zero, zero, zero, value}},
                      expected);
  }
  {
    tests::ApitraceBuilder expected = dense();
    expected.call("glPolygonStipple(mask)", {items({'a', 'b', 'c'})});
    expect_written_as({FunctionId::glPolygonStipple, {value}}, expected);
  }
  {
    tests::ApitraceBuilder expected = dense();
    expected.call("glColor3ubv(v)", {items({'a', 'b', 'c'})});
    expect_written_as({FunctionId::glColor3ubv, {value}}, expected);
  }
  {
    tests::ApitraceBuilder expected = dense();
    expected.call("glProgramStringARB(target, format, len, string)", {none(), none(), 3, "abc"});
    expect_written_as({FunctionId::glProgramStringARB, {Value(), Value(), Value::of_sint(3), value}}, expected);
  }
}

TEST(Writer, NamesEnumsBitsAndBooleans) {
  const Made clear(FunctionId::glClear, {Value::of_uint(0x4100)});
  const Made enable(FunctionId::glEnable, {Value::of_uint(0xbe2)});
  const Made draw(FunctionId::glDrawArrays, {Value::of_uint(4), Value::of_sint(0), Value::of_sint(3)});
  const Made mask(FunctionId::glDepthMask, {Value::of_uint(1)});
  const Made filter(FunctionId::glTexParameteri,
                    {Value::of_uint(0xde1), Value::of_uint(0x2801), Value::of_sint(0x2601)});
  const Made swap =
      Made(FunctionId::eglSwapBuffers, {Value::of_pointer(1), Value::of_pointer(2)}).returns(Value::of_uint(1));
  const std::string stream =
      tests::stream_of(file_of({clear.call, enable.call, draw.call, mask.call, filter.call, swap.call}));
  for (const char* name : {"GL_COLOR_BUFFER_BIT", "GL_BLEND", "GL_TRIANGLES", "GL_TRUE", "GL_LINEAR", "EGL_TRUE"})
    EXPECT_NE(stream.find(name), std::string::npos) << name;
  EXPECT_EQ(tests::load(file_of({clear.call, enable.call, draw.call, mask.call, filter.call, swap.call})).text,
            "0 glClear(mask = GL_DEPTH_BUFFER_BIT | GL_COLOR_BUFFER_BIT)\n1 glEnable(cap = GL_BLEND)\n"
            "2 glDrawArrays(mode = GL_TRIANGLES, first = 0, count = 3)\n3 glDepthMask(flag = GL_TRUE)\n"
            "4 glTexParameteri(target = GL_TEXTURE_2D, pname = GL_TEXTURE_MIN_FILTER, param = GL_LINEAR)\n"
            "5 eglSwapBuffers(dpy = 0x1, surface = 0x2) = 1\n");
}

TEST(Writer, KeepsEveryNumber) {
  const std::vector<std::uint64_t> wide = {~std::uint64_t{0}, 0, 1};
  const std::vector<std::int32_t> small = {std::numeric_limits<std::int32_t>::min(), -1, 127};
  const Made wait = Made(FunctionId::glClientWaitSync,
                         {Value::of_pointer(~std::uint64_t{0}), Value::of_uint(1), Value::of_uint(~std::uint64_t{0})})
                        .returns(Value::of_uint(0x911a));
  const Made handles(FunctionId::glUniformHandleui64vARB,
                     {Value::of_sint(-5), Value::of_sint(3), array(wide, Elem::kU64)});
  const Made integers(FunctionId::glUniform1iv, {Value::of_sint(1), Value::of_sint(3), array(small, Elem::kI32)});
  const Made infinite(FunctionId::glColor3f, {Value::of_f32(INFINITY), Value::of_f32(-0.0f), Value::of_f32(1e-42f)});
  const tests::FirstBatch read(file_of({wait.call, handles.call, integers.call, infinite.call}));
  for (std::size_t call = 0; const Made* made : {&wait, &handles, &integers, &infinite}) {
    for (std::size_t i = 0; i < made->call.argc; ++i) {
      const Value &before = made->values[i], &after = read.arg(call, i);
      EXPECT_EQ(after.kind, before.kind) << call << " " << i;
      EXPECT_EQ(after.elem, before.elem);
      EXPECT_EQ(text_of(after.bytes()), text_of(before.bytes()));
      if (before.has_memory()) continue;
      EXPECT_EQ(after.u, before.u) << call << " " << i;
    }
    ++call;
  }
}

TEST(Writer, MarksCallsThatWereMadeUp) {
  Made fake(FunctionId::glFinish, {}), derived(FunctionId::glFlush, {});
  fake.call.flags |= kFake;
  derived.call.flags |= kDerived;
  EXPECT_EQ(tests::load(file_of({fake.call, derived.call})).text, "0 glFinish()  // fake\n1 glFlush()  // fake\n");
}

// What a call returns by a pointer stands where it is left. It may stand where it is entered, too.
TEST(Writer, ACallThatIsNeverLeftKeepsAllOfItsArguments) {
  const std::vector<std::int32_t> numbers = {7};
  Made get(FunctionId::glGetIntegerv, {Value::of_uint(0x0d57), array(numbers, Elem::kI32)});
  get.call.flags |= kIncomplete;
  EXPECT_EQ(tests::load(file_of({get.call})).text,
            "0 glGetIntegerv(pname = GL_STENCIL_BITS, data = {7})  // incomplete\n");
}

TEST(Writer, CallsWithoutAPlaceAreLeftOut) {
  Made location(FunctionId::replayUniformLocation, {Value::of_uint(1), string("a"), Value::of_sint(0)});
  Made unknown(FunctionId::kUnknown, {});
  location.call.flags |= kDerived;
  EXPECT_EQ(tests::load(file_of({location.call, unknown.call})).calls, 0u);
}

TEST(Writer, ABacktraceGoesToTheCallAfterIt) {
  const std::vector<Value> frames = {string("libfoo.so: foo +0x12"), string("main")};
  const Made backtrace(FunctionId::replayBacktrace, {array(frames, Elem::kValue)});
  const Made finish(FunctionId::glFinish, {});
  const std::string expected = "  + replayBacktrace(frames = {\"libfoo.so: foo +0x12\", \"main\"})\n";
  EXPECT_EQ(tests::load(file_of({backtrace.call, finish.call, finish.call, backtrace.call, finish.call})).text,
            expected + "0 glFinish()\n1 glFinish()\n" + expected + "2 glFinish()\n");
}

TEST(Writer, WritesTheCallsThatTheLoaderRead) {
  for (std::uint64_t version = 0; version <= 6; ++version) {
    tests::ApitraceBuilder trace = tests::small_program(version);
    EXPECT_EQ(tests::load(tests::write_neutral_calls(trace.file())).text, tests::load(trace.file()).text) << version;
  }
}

}  // namespace
}  // namespace loaders::apitrace
