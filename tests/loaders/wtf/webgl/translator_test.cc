#include "loaders/wtf/webgl/translator.h"

#include <gtest/gtest.h>

#include <sstream>

#include "tests/loaders/load_text.h"
#include "tests/webgl_page.h"

namespace loaders::wtf::webgl {
namespace {

using tests::array;
using tests::bytes;
using tests::WebglPage;
using namespace tests;  // GL's numbers

// A page of which only the calls after start() are tested.
class Translator : public testing::Test {
 protected:
  void start() { page.mark("start"); }

  // The calls, one per line, without numbers, times, events that leave scopes, and the name of the interface.
  std::string calls(WtfKind kind = WtfKind::kList2) {
    const tests::Loaded loaded = tests::load(page.file(kind));
    EXPECT_FALSE(loaded.error) << loaded.error->to_string();
    warnings = loaded.warnings;
    std::istringstream lines(loaded.text);
    std::string text;
    bool started = false;
    for (std::string line; std::getline(lines, line);) {
      if (started && line.find(" wtf.scope#") == line.npos) text += shortened(line) + '\n';
      started |= line.find("\"start\"") != line.npos;
    }
    return text;
  }

  static std::string shortened(std::string line) {
    line = line.substr(0, line.find("  // "));
    if (line.starts_with("  + ")) return line;
    line.erase(0, line.find(' ') + 1);
    line.erase(0, line.find_first_not_of(' '));
    const std::size_t interface = line.find("Context#");
    return interface == line.npos ? line : line.substr(interface + 8);
  }

  WebglPage page;
  std::vector<std::string> warnings;
};

TEST_F(Translator, HandlesBecomeNames) {
  page.canvas(1, 8, 4);
  start();
  page.call("createBuffer", {7}).call("createShader", {0x8b31, 8}).call("bindBuffer", {kArrayBuffer, 7});
  page.call("deleteBuffer", {7}).call("deleteBuffer", {7}).call("deleteBuffer", {0});
  EXPECT_EQ(calls(),
            "createBuffer(n = 1, buffers = {7})\n"
            "createShader(type = GL_VERTEX_SHADER) = 8\n"
            "bindBuffer(target = GL_ARRAY_BUFFER, buffer = 7)\n"
            "deleteBuffer(n = 1, buffers = {7})\n"
            "deleteBuffer(buffer = 7)\n"
            "deleteBuffer(buffer = 0)\n")
      << "a second deletion, and one of null, are events that call nothing";
}

TEST_F(Translator, ObjectsThatWereNeverMadeAreBoundAsNull) {
  page.canvas(1, 8, 4);
  start();
  page.call("bindTexture", {kTexture2d, 99}).call("compileShader", {98});
  EXPECT_EQ(calls(),
            "  + glBindTexture(target = GL_TEXTURE_2D, texture = 0)\n"
            "bindTexture(target = 3553, texture = 99)\n"
            "compileShader(shader = 98)\n");
  auto opened = open_trace(memory_source(page.file()), "test");
  Batch batch;
  (*opened)->read(batch);
  EXPECT_EQ(batch.calls[batch.calls.size() - 2].function, glbindings::FunctionId::replayUnknownObject);
}

TEST_F(Translator, ObjectsOfAnotherContextOrDeletedOnesAreRefused) {
  page.canvas(1, 8, 4).call("createTexture", {7}).call("createTexture", {8}).call("deleteTexture", {8});
  page.canvas(2, 8, 4);
  start();
  page.call("bindTexture", {kTexture2d, 7}).set_context(1, 8, 4).call("bindTexture", {kTexture2d, 8});
  EXPECT_EQ(calls(),
            "bindTexture(target = 3553, texture = 7)\n"
            "wtf.webgl#setContext(canvas = 1, width = 8, height = 4)\n"
            "bindTexture(target = 3553, texture = 8)\n");
}

TEST_F(Translator, CallsKnowTheirContext) {
  page.canvas(1, 8, 4).canvas(2, 8, 4).call("flush").set_context(1, 8, 4).call("flush");
  auto opened = open_trace(memory_source(page.file()), "test");
  Batch batch;
  (*opened)->read(batch);
  std::vector<int> contexts;
  for (const Call& call : batch.calls) {
    if (call.function == glbindings::FunctionId::glFlush) contexts.push_back(call.context);
    EXPECT_TRUE(call.is(kAnyThread));
  }
  EXPECT_EQ(contexts, (std::vector{2, 1}));
}

TEST_F(Translator, AttributesOfTheContext) {
  start();
  page.canvas(1, 8, 4, R"({"alpha":false,"stencil":true,"preserveDrawingBuffer":1})");
  EXPECT_EQ(
      calls(),
      "wtf.webgl#createContext(canvas = 1, alpha = GL_FALSE, depth = GL_TRUE, stencil = GL_TRUE, antialias = GL_TRUE, "
      "preserve = GL_TRUE)\n"
      "wtf.webgl#setContext(canvas = 1, width = 8, height = 4)\n");
}

TEST_F(Translator, TheLinkWaitsForTheLocationsOfTheRecording) {
  page.canvas(1, 8, 4).call("createProgram", {3});
  start();
  page.link(3, R"({"a_pos":2,"gone":-1,"b":0})");
  EXPECT_EQ(calls(),
            "linkProgram(program = 3)\n"
            "  + glBindAttribLocation(program = 3, index = 2, name = \"a_pos\")\n"
            "  + glBindAttribLocation(program = 3, index = 0, name = \"b\")\n"
            "  + glLinkProgram(program = 3)\n");
}

// The tracer uses such a type after a hundred events of the general one.
TEST_F(Translator, LocationsByAnEventTypeOfTheirOwn) {
  page.canvas(1, 8, 4).call("createProgram", {3}).link(3, "{}");
  page.define("wtf.scope#appendData_attributes_any(any attributes)", "instance", 0x18);
  start();
  page.event("WebGLRenderingContext#linkProgram", {3});
  page.event("wtf.scope#appendData_attributes_any", {R"({"late":5})"}).event("wtf.scope#leave", {});
  EXPECT_EQ(calls(),
            "linkProgram(program = 3)\n"
            "  + glBindAttribLocation(program = 3, index = 5, name = \"late\")\n"
            "  + glLinkProgram(program = 3)\n");
}

TEST_F(Translator, ALinkThatIsNeverLeftIsMadeBeforeTheNextCall) {
  page.canvas(1, 8, 4).call("createProgram", {3}).link(3, R"({})");
  start();
  page.event("WebGLRenderingContext#linkProgram", {3}).call("useProgram", {3});
  EXPECT_EQ(calls(),
            "linkProgram(program = 3)\n"
            "  + glLinkProgram(program = 3)\n"
            "useProgram(program = 3)\n");
}

TEST_F(Translator, ALinkWithoutLocationsHasFailedWhereOthersHaveThem) {
  page.canvas(1, 8, 4).call("createProgram", {3}).link(3, R"({})").call("createProgram", {4}).link(4, nullptr);
  start();
  page.call("useProgram", {3}).call("useProgram", {4});
  EXPECT_EQ(calls(), "useProgram(program = 3)\nuseProgram(program = 4)\n");
  auto opened = open_trace(memory_source(page.file()), "test");
  Batch batch;
  (*opened)->read(batch);
  EXPECT_EQ(batch.calls[batch.calls.size() - 2].function, glbindings::FunctionId::replayEvent);
  EXPECT_EQ(batch.calls[batch.calls.size() - 4].function, glbindings::FunctionId::glUseProgram);
}

TEST_F(Translator, WithoutAnyLocationsTheOrderOfDeclarationDecides) {
  page.canvas(1, 8, 4);
  start();
  page.program(
      "attribute vec2 b; attribute mat3 m; attribute vec2 unused, a; void main() { gl_Position = vec4(b + a, m[0].xy); "
      "}",
      "void main() {}", nullptr);
  const std::string text = calls();
  EXPECT_NE(text.find("index = 0, name = \"b\""), text.npos) << text;
  EXPECT_NE(text.find("index = 1, name = \"m\""), text.npos);
  EXPECT_NE(text.find("index = 4, name = \"a\""), text.npos);
  EXPECT_EQ(text.find("name = \"unused\""), text.npos);
}

TEST_F(Translator, UniformLocationsAreNumbersOfTheirProgram) {
  page.canvas(1, 8, 4).call("createProgram", {3}).link(3, "{}").call("createProgram", {4}).link(4, "{}");
  page.call("useProgram", {3});
  start();
  page.call("getUniformLocation", {3, "a", 10}).call("getUniformLocation", {3, "b", 11});
  page.call("getUniformLocation", {3, "b", 70000}).call("getUniformLocation", {4, "b", 12});
  page.call("uniform1f", {70000, 0.5}).call("uniform1f", {12, 0.5}).call("uniform1f", {0, 0.5});
  page.link(3, "{}").call("uniform1f", {11, 0.5});
  EXPECT_EQ(calls(),
            "getUniformLocation(program = 3, name = \"a\") = 0\n"
            "getUniformLocation(program = 3, name = \"b\") = 1\n"
            "getUniformLocation(program = 3, name = \"b\") = 1\n"
            "getUniformLocation(program = 4, name = \"b\") = 0\n"
            "uniform1f(location = 1, v0 = 0.5)\n"
            "uniform1f(location = 12, x = 0.5)\n"
            "uniform1f(location = 0, x = 0.5)\n"
            "linkProgram(program = 3)\n"
            "  + glLinkProgram(program = 3)\n"
            "uniform1f(location = 11, x = 0.5)\n")
      << "of another program, null, and from before the program was linked again: refused";
}

TEST_F(Translator, UniformArraysHaveWholeElements) {
  page.canvas(1, 8, 4).call("createProgram", {3}).link(3, "{}").call("useProgram", {3});
  page.call("getUniformLocation", {3, "a", 10});
  start();
  page.call("uniform2fv", {10, array({1, 2, 3, 4})}).call("uniform2fv", {10, array({1, 2, 3})});
  page.call("uniformMatrix2fv", {10, 0, array({1, 2, 3, 4})}).call("uniformMatrix2fv", {10, 1, array({1, 2, 3, 4})});
  EXPECT_EQ(calls(),
            "uniform2fv(location = 0, count = 2, value = {1, 2, 3, 4})\n"
            "uniform2fv(location = 10, v = {1, 2, 3})\n"
            "uniformMatrix2fv(location = 0, count = 1, transpose = GL_FALSE, value = {1, 2, 3, 4})\n"
            "uniformMatrix2fv(location = 10, transpose = 1, value = {1, 2, 3, 4})\n");
}

TEST_F(Translator, BuffersTakeAllTheDataWhateverTheSizeSays) {
  page.canvas(1, 8, 4).call("createBuffer", {5}).call("bindBuffer", {kArrayBuffer, 5});
  start();
  page.call("bufferData", {kArrayBuffer, 4, kStaticDraw, bytes("twelve bytes")});
  page.call("bufferData", {kArrayBuffer, 6, kStaticDraw, array({})});
  page.call("bufferSubData", {kArrayBuffer, 4, bytes("ok")}).call("bufferSubData", {kArrayBuffer, 4, bytes("no!")});
  EXPECT_EQ(calls(),
            "bufferData(target = GL_ARRAY_BUFFER, size = 12, data = blob(12), usage = GL_STATIC_DRAW)\n"
            "bufferData(target = GL_ARRAY_BUFFER, size = 6, data = NULL, usage = GL_STATIC_DRAW)\n"
            "  + replayZeroBuffer(target = GL_ARRAY_BUFFER, size = 6)\n"
            "bufferSubData(target = GL_ARRAY_BUFFER, offset = 4, size = 2, data = blob(2))\n"
            "bufferSubData(target = 34962, offset = 4, data = blob(3))\n");
}

TEST_F(Translator, DrawsBeyondTheirArraysAreGuarded) {
  page.canvas(1, 8, 4).quad();
  start();
  page.call("drawArrays", {kTriangleStrip, 0, 4}).call("drawArrays", {kTriangleStrip, 1, 4});
  page.call("drawArraysInstancedANGLE", {kTriangleStrip, 0, 5, 2});
  EXPECT_EQ(
      calls(),
      "drawArrays(mode = GL_TRIANGLE_STRIP, first = 0, count = 4)\n"
      "drawArrays(mode = 5, first = 1, count = 4, instances = 1, short_count = 1, short_arrays = {0})\n"
      "ANGLEInstancedArrays#drawArraysInstancedANGLE(mode = 5, first = 0, count = 5, instances = 2, short_count = 1, "
      "short_arrays = {0})\n");
}

TEST_F(Translator, IndicesDecideHowFarADrawReaches) {
  page.canvas(1, 8, 4).quad().call("createBuffer", {9}).call("bindBuffer", {kElementArrayBuffer, 9});
  page.call("bufferData", {kElementArrayBuffer, 0, kStaticDraw, bytes_of_shorts({0, 1, 2, 3, 4})});
  start();
  page.call("drawElements", {kTriangles, 4, kUnsignedShort, 0})
      .call("drawElements", {kTriangles, 5, kUnsignedShort, 0});
  page.call("drawElements", {kTriangles, 4, kUnsignedShort, 1})
      .call("drawElements", {kTriangles, 5, kUnsignedShort, 2});
  page.call("bufferSubData", {kElementArrayBuffer, 8, bytes_of_shorts({0})});
  page.call("drawElements", {kTriangles, 5, kUnsignedShort, 0});
  EXPECT_EQ(calls(),
            "drawElements(mode = GL_TRIANGLES, count = 4, type = GL_UNSIGNED_SHORT, indices = NULL)\n"
            "drawElements(mode = 4, count = 5, type = GL_UNSIGNED_SHORT, indices = NULL, instances = 1, short_count = "
            "1, short_arrays = {0})\n"
            "drawElements(mode = 4, count = 4, type = 5123, offset = 1)\n"
            "drawElements(mode = 4, count = 5, type = 5123, offset = 2)\n"
            "bufferSubData(target = GL_ELEMENT_ARRAY_BUFFER, offset = 8, size = 2, data = blob(2))\n"
            "drawElements(mode = GL_TRIANGLES, count = 5, type = GL_UNSIGNED_SHORT, indices = NULL)\n")
      << "an offset that is not aligned, and indices behind the buffer: refused";
}

TEST_F(Translator, VertexArrayObjectsHaveTheirOwnArrays) {
  page.canvas(1, 8, 4).quad().call("createVertexArrayOES", {9}).call("bindVertexArrayOES", {9});
  page.call("enableVertexAttribArray", {1});
  start();
  page.call("drawArrays", {kTriangleStrip, 0, 4})
      .call("bindVertexArrayOES", {0})
      .call("drawArrays", {kTriangleStrip, 0, 4});
  EXPECT_EQ(calls(),
            "drawArrays(mode = 5, first = 0, count = 4, instances = 1, short_count = 1, short_arrays = {1})\n"
            "OESVertexArrayObject#bindVertexArrayOES(array = 0)\n"
            "drawArrays(mode = GL_TRIANGLE_STRIP, first = 0, count = 4)\n");
}

TEST_F(Translator, InstancesReadTheirArraysByTheDivisor) {
  page.canvas(1, 8, 4).quad().call("vertexAttribDivisorANGLE", {0, 2});
  start();
  page.call("drawArraysInstancedANGLE", {kTriangles, 0, 300, 8})
      .call("drawArraysInstancedANGLE", {kTriangles, 0, 3, 9});
  const std::string text = calls();
  EXPECT_NE(text.find("count = 300, instancecount = 8)"), text.npos) << text;
  EXPECT_NE(text.find("count = 3, instances = 9, short_count = 1"), text.npos) << text;
}

TEST_F(Translator, WithoutAProgramNothingIsDrawn) {
  page.canvas(1, 8, 4);
  start();
  page.call("drawArrays", {kTriangleStrip, 0, 4});
  EXPECT_EQ(calls(), "drawArrays(mode = 5, first = 0, count = 4)\n");
}

TEST_F(Translator, FramesShowTheCanvasesThatWereDrawnInto) {
  page.canvas(1, 8, 4).canvas(2, 8, 4).call("createFramebuffer", {5});
  start();
  page.frame([&] { page.call("clear", {kColorBit}); });
  page.frame([&] { page.call("bindFramebuffer", {0x8d40, 5}).call("clear", {kColorBit}); });
  page.call("bindFramebuffer", {0x8d40, 0}).call("clear", {kColorBit}).set_context(1, 8, 4).call("clear", {kColorBit});
  page.frame([] {});
  EXPECT_EQ(calls(),
            "wtf.timing#frameStart(number = 1)\n"
            "clear(mask = GL_COLOR_BUFFER_BIT)\n"
            "wtf.timing#frameEnd(frame = 1, count = 1, canvases = {2})\n"
            "wtf.timing#frameStart(number = 2)\n"
            "bindFramebuffer(target = GL_FRAMEBUFFER, framebuffer = 5)\n"
            "clear(mask = GL_COLOR_BUFFER_BIT)\n"
            "wtf.timing#frameEnd(frame = 2, count = 0, canvases = {})\n"
            "bindFramebuffer(target = GL_FRAMEBUFFER, framebuffer = 0)\n"
            "clear(mask = GL_COLOR_BUFFER_BIT)\n"
            "wtf.webgl#setContext(canvas = 1, width = 8, height = 4)\n"
            "clear(mask = GL_COLOR_BUFFER_BIT)\n"
            "wtf.timing#frameStart(frame = 3, count = 2, canvases = {1, 2})\n"
            "wtf.timing#frameEnd(frame = 3, count = 0, canvases = {})\n");
}

TEST_F(Translator, AFrameThatIsOpenAtTheEndEndsThere) {
  page.canvas(1, 8, 4);
  start();
  page.event("wtf.timing#frameStart", {1}).call("clear", {kColorBit});
  EXPECT_TRUE(calls().ends_with("  + replayPresentCanvases(frame = 0, count = 1, canvases = {1})\n"));
  EXPECT_EQ(tests::load(page.file()).frames, 1u);
}

// Then nothing marks the end of the frame, because the call for that would be one more function.
TEST_F(Translator, AFrameIsOpenAtTheEndAndTheTableOfFunctionsIsFull) {
  FunctionTable functions;
  Report report;
  const Limits limits;
  webgl::Translator dialect(functions, report, limits);
  EventType set_context, clear, frame_start;
  set_context.name = "wtf.webgl#setContext";
  set_context.args = {{"handle"}, {"width"}, {"height"}};
  clear.name = "WebGLRenderingContext#clear";
  clear.args = {{"mask"}};
  frame_start.name = "wtf.timing#frameStart";
  frame_start.args = {{"number"}};
  frame_start.builtin = Builtin::kFrameStart;
  for (EventType* type : {&set_context, &clear, &frame_start}) type->recorded = functions.append(RecordedFunction());
  Batch batch;
  std::uint64_t index = 0;
  const auto take = [&](const EventType& type, std::vector<Value> args) {
    Event event{.type = &type, .time_us = std::nullopt, .args = args, .index = index++};
    dialect.take(event, batch);
  };
  take(set_context, {Value::of_uint(1), Value::of_uint(8), Value::of_uint(8)});
  take(frame_start, {Value::of_uint(1)});
  take(clear, {Value::of_uint(kColorBit)});
  while (!functions.full()) functions.append(RecordedFunction());
  Batch last;
  dialect.finish(last);
  EXPECT_TRUE(last.calls.empty());
}

TEST_F(Translator, ALostContextTakesNoCallsUntilItIsRestored) {
  page.canvas(1, 8, 4, R"({"antialias":false})").call("createBuffer", {7});
  start();
  page.call("loseContext").call("clear", {kColorBit}).call("restoreContext").call("clear", {kColorBit});
  page.call("bindBuffer", {kArrayBuffer, 7});
  EXPECT_EQ(calls(),
            "loseContext()\n"
            "clear(mask = 16384)\n"
            "restoreContext(canvas = 1, alpha = GL_TRUE, depth = GL_TRUE, stencil = GL_FALSE, antialias = "
            "GL_FALSE, preserve = GL_FALSE)\n"
            "  + replayBindCanvas(canvas = 1, width = 8, height = 4)\n"
            "clear(mask = GL_COLOR_BUFFER_BIT)\n"
            "bindBuffer(target = 34962, buffer = 7)\n");
}

TEST_F(Translator, ARecordingThatBeganLateDrawsIntoACanvasOfUnknownSize) {
  start();
  page.call("viewport", {0, 0, 30, 20});
  EXPECT_EQ(calls(),
            "  + replayBindCanvas(canvas = 1, width = 0, height = 0)\n"
            "viewport(x = 0, y = 0, width = 30, height = 20)\n");
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("largest viewport is assumed"), std::string::npos);
}

TEST_F(Translator, WhatWebGl1LacksIsRefused) {
  page.canvas(1, 8, 4).call("createRenderbuffer", {5}).call("bindRenderbuffer", {0x8d41, 5});
  start();
  page.call("enable", {0x8c89}).call("bindTexture", {0x806f, 0}).call("blendFunc", {0x8001, 0x8003});
  page.call("depthRange", {1, 0})
      .call("renderbufferStorage", {0x8d41, 0x8058, 4, 4})
      .call("enableVertexAttribArray", {255});
  page.call("vertexAttribPointer", {0, 4, kFloat, 0, 0, 16});
  EXPECT_EQ(calls(),
            "enable(cap = 35977)\n"
            "bindTexture(target = 32879, texture = 0)\n"
            "blendFunc(sfactor = 32769, dfactor = 32771)\n"
            "depthRange(zNear = 1, zFar = 0)\n"
            "renderbufferStorage(target = 36161, internalformat = 32856, width = 4, height = 4)\n"
            "enableVertexAttribArray(index = 255)\n"
            "vertexAttribPointer(indx = 0, size = 4, type = 5126, normalized = 0, stride = 0, offset = 16)\n");
}

TEST_F(Translator, QueriesAndOtherEventsCallNothingUnknownMethodsAreUnknown) {
  page.canvas(1, 8, 4).call("getParameter", {7936});
  auto opened = open_trace(memory_source(page.file()), "test");
  Batch batch;
  (*opened)->read(batch);
  for (const Call& call : batch.calls) EXPECT_NE(call.function, glbindings::FunctionId::kUnknown);
  EXPECT_EQ(function_of("WebGLRenderingContext#getParameter"), glbindings::FunctionId::replayEvent);
  EXPECT_EQ(function_of("WebGLRenderingContext#fooBar"), glbindings::FunctionId::kUnknown);
  EXPECT_EQ(function_of("my.ns#drawArrays"), glbindings::FunctionId::replayEvent);
}

// Old tracers name the argument with a new object "value".
TEST_F(Translator, ArgumentsAreFoundByTheirOldNamesAsWell) {
  WtfBuilder trace;
  trace.define("wtf.webgl#setContext(uint32 handle, uint32 width, uint32 height)");
  trace.define("WebGLRenderingContext#createBuffer(uint32 value)", "scope");
  trace.event(1, "wtf.webgl#setContext", {1, 8, 4}).event(2, "WebGLRenderingContext#createBuffer", {6});
  EXPECT_NE(tests::load(trace.file(WtfKind::kLegacy)).text.find("createBuffer(n = 1, buffers = {6})"),
            std::string::npos);
}

}  // namespace
}  // namespace loaders::wtf::webgl
