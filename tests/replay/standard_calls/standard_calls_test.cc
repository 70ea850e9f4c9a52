#include "replay/standard_calls/standard_calls.h"

#include <gtest/gtest.h>

#include "loaders/stream/dump.h"
#include "tests/replay/call_builder.h"

namespace replay {
namespace {

using glbindings::FunctionId;
using loaders::Call;
using loaders::Value;

// "glClear(16384)", one a line; calls that were made up begin with "+ ".
std::string text_of(const std::vector<Call>& calls) {
  std::string text;
  for (const Call& call : calls) {
    const glbindings::Signature& signature = glbindings::signature(call.function);
    if (call.is(loaders::kFake)) text += "+ ";
    text += std::string(signature.name()) + "(";
    for (std::size_t i = 0; i < call.argc; ++i) {
      if (i > 0) text += ", ";
      loaders::append_value(text, call.args[i], nullptr);
    }
    text += ")";
    if (const Value* result = call.result()) {
      text += " = ";
      loaders::append_value(text, *result, nullptr);
    }
    text += "\n";
  }
  return text;
}

class StandardCallsTest : public testing::Test {
 protected:
  // What a call becomes.
  std::string lowered(FunctionId function, std::vector<Value> arguments, const Value* result = nullptr) {
    Call call = calls.add(function, std::move(arguments), result);
    if (is_page) call.flags |= loaders::kAnyThread;
    std::vector<Call> out;
    standard.lower({&call, 1}, memory, out);
    return text_of(out);
  }
  void pass(FunctionId function, std::vector<Value> arguments, const Value* result = nullptr) {
    lowered(function, std::move(arguments), result);
  }
  void pass_canvas(std::uint32_t canvas, bool preserve = false) {
    pass(FunctionId::replayCreateCanvas, {uint(canvas), uint(1), uint(1), uint(0), uint(0), uint(preserve)});
    pass(FunctionId::replayBindCanvas, {uint(canvas), sint(32), sint(16)});
  }
  std::string presented(std::initializer_list<std::uint32_t> canvases) {
    return lowered(FunctionId::replayPresentCanvases,
                   {uint(0), sint(static_cast<std::int64_t>(canvases.size())), calls.names(canvases)});
  }

  CallBuilder calls;
  bool is_page = false;
  loaders::Arena memory;
  StandardCalls standard{SizePlan{{.number = 3, .drawable = 77, .width = 40, .height = 30}}};
  const Value yes = uint(1);
};

TEST_F(StandardCallsTest, NumbersOfProgramsBecomeQueries) {
  EXPECT_EQ(lowered(FunctionId::replayUniformLocation, {uint(3), calls.string("tint"), sint(4)}),
            "+ glGetUniformLocation(3, \"tint\") = 4\n");
  EXPECT_EQ(lowered(FunctionId::replayUniformBlockIndex, {uint(3), calls.string("Cam"), uint(1)}),
            "+ glGetUniformBlockIndex(3, \"Cam\") = 1\n");
  EXPECT_EQ(lowered(FunctionId::replaySubroutineIndex, {uint(3), uint(0x8b30), calls.string("shade"), uint(2)}),
            "+ glGetSubroutineIndex(3, 35632, \"shade\") = 2\n");
  EXPECT_EQ(
      lowered(FunctionId::replaySubroutineUniformLocation, {uint(3), uint(0x8b30), calls.string("mode"), sint(0)}),
      "+ glGetSubroutineUniformLocation(3, 35632, \"mode\") = 0\n");
}

TEST_F(StandardCallsTest, WhatNobodyElseKnowsGoes) {
  EXPECT_EQ(lowered(FunctionId::replayEvent, {}), "");
  EXPECT_EQ(lowered(FunctionId::replayUnknownObject, {}), "");
  EXPECT_EQ(lowered(FunctionId::wip15BeginTest, {calls.string("test")}), "");
  EXPECT_EQ(lowered(FunctionId::glSetContextCapsWIP15, {}), "");
  EXPECT_EQ(lowered(FunctionId::replayFrameEnd, {}), "glFrameTerminatorGREMEDY()\n");
}

TEST_F(StandardCallsTest, ContentsOfAMappedBufferAreCopiedToItsAddress) {
  const Value address = pointer(0x5000);
  pass(FunctionId::glBindBuffer, {uint(0x8892), uint(6)});
  EXPECT_EQ(lowered(FunctionId::replayBufferContents, {uint(0x8892), sint(2), calls.blob("ab")}),
            "+ glBufferSubData(34962, 2, 2, blob(2))\n");
  pass(FunctionId::glMapBufferRange, {uint(0x8892), sint(16), sint(8), uint(2)}, &address);
  // Another buffer is bound meanwhile.
  pass(FunctionId::glBindBuffer, {uint(0x8892), uint(7)});
  pass(FunctionId::glBindBuffer, {uint(0x8892), uint(6)});
  EXPECT_EQ(lowered(FunctionId::replayBufferContents, {uint(0x8892), sint(20), calls.blob("abcdefgh")}),
            "+ memcpy(0x5004, blob(4), 4)\n");
  pass(FunctionId::glUnmapBuffer, {uint(0x8892)}, &yes);
  EXPECT_EQ(lowered(FunctionId::replayNamedBufferContents, {uint(6), sint(0), calls.blob("ab")}),
            "+ glNamedBufferSubData(6, 0, 2, blob(2))\n");
}

TEST_F(StandardCallsTest, MappedBuffersAreReadOnlyOrFlushed) {
  const Value address = pointer(0x5000);
  pass(FunctionId::glMapNamedBufferRange, {uint(6), sint(0), sint(8), uint(1)}, &address);
  EXPECT_EQ(lowered(FunctionId::replayNamedBufferContents, {uint(6), sint(0), calls.blob("ab")}), "");
  pass(FunctionId::glUnmapNamedBuffer, {uint(6)}, &yes);
  pass(FunctionId::glMapNamedBufferRange, {uint(6), sint(4), sint(8), uint(0x12)}, &address);
  EXPECT_EQ(lowered(FunctionId::replayNamedBufferContents, {uint(6), sint(5), calls.blob("ab")}),
            "+ memcpy(0x5001, blob(2), 2)\n+ glFlushMappedNamedBufferRange(6, 1, 2)\n");
}

// Element arrays are bound to vertex arrays.
TEST_F(StandardCallsTest, MappedElementArraysBelongToTheirVertexArray) {
  const Value address = pointer(0x5000);
  pass(FunctionId::glBindVertexArray, {uint(1)});
  pass(FunctionId::glBindBuffer, {uint(0x8893), uint(6)});
  pass(FunctionId::glBufferData, {uint(0x8893), sint(4), null(), uint(0)});
  pass(FunctionId::glMapBuffer, {uint(0x8893), uint(0x88b9)}, &address);
  pass(FunctionId::glBindVertexArray, {uint(2)});
  pass(FunctionId::glBindBuffer, {uint(0x8893), uint(7)});
  pass(FunctionId::glBindVertexArray, {uint(1)});
  EXPECT_EQ(lowered(FunctionId::replayBufferContents, {uint(0x8893), sint(0), calls.blob("abcdef")}),
            "+ memcpy(0x5000, blob(4), 4)\n");
}

TEST_F(StandardCallsTest, TheFirstViewportIsTheSizeOfTheWindow) {
  for (int i = 0; i < 3; ++i) pass(FunctionId::glFlush, {});
  EXPECT_EQ(lowered(FunctionId::glXMakeCurrent, {pointer(1), uint(77), pointer(5)}, &yes),
            "glXMakeCurrent(0x1, 77, 0x5) = 1\n+ glViewport(0, 0, 40, 30)\n+ glScissor(0, 0, 40, 30)\n");
  EXPECT_EQ(lowered(FunctionId::glXSwapBuffers, {pointer(1), uint(77)}), "glXSwapBuffers(0x1, 77)\n");
  EXPECT_EQ(lowered(FunctionId::wip15DrawableSize, {sint(50), sint(30)}), "");
  EXPECT_EQ(lowered(FunctionId::glXSwapBuffers, {pointer(1), uint(77)}),
            "glXSwapBuffers(0x1, 77)\n+ glXQueryDrawable(0x1, 77, 32797, {50})\n"
            "+ glXQueryDrawable(0x1, 77, 32798, {30})\n");
}

TEST_F(StandardCallsTest, CallsWithAddressesForArraysGo) {
  EXPECT_EQ(lowered(FunctionId::glTransformFeedbackVaryings, {uint(2), sint(2), pointer(0x7fff0000), uint(0x8c8c)}),
            "");
  EXPECT_EQ(lowered(FunctionId::glGetIntegerv, {uint(0xba2), pointer(0x7fff0000)}), "");
  EXPECT_NE(lowered(FunctionId::glVertexAttribPointer, {uint(0), sint(3), uint(0x1406), uint(0), sint(0), pointer(64)}),
            "");
}

TEST_F(StandardCallsTest, ShortImagesAreCompleted) {
  const auto upload = [&](const Value& pixels) {
    return lowered(FunctionId::glTexSubImage2D,
                   {uint(0xde1), sint(0), sint(0), sint(0), sint(2), sint(2), uint(0x1907), uint(0x1401), pixels});
  };
  EXPECT_NE(upload(calls.blob("123456789012")).find("blob(14)"), std::string::npos);  // rows of 8 bytes
  pass(FunctionId::glPixelStorei, {uint(0xcf5), sint(1)});
  EXPECT_NE(upload(calls.blob("123456789012")).find("blob(12)"), std::string::npos);
  pass(FunctionId::glBindBuffer, {uint(0x88ec), uint(3)});
  EXPECT_NE(upload(calls.blob("123456789012")).find("NULL"), std::string::npos);  // it comes from the buffer
}

TEST_F(StandardCallsTest, ShadersNeedNoLengths) {
  EXPECT_EQ(
      lowered(FunctionId::glShaderSource, {uint(1), sint(1), calls.values({calls.string("void")}), calls.ints({})}),
      "glShaderSource(1, 1, {\"void\"}, NULL)\n");
}

TEST_F(StandardCallsTest, ACanvasIsAContextAndAPbuffer) {
  EXPECT_EQ(
      lowered(FunctionId::replayCreateCanvas, {uint(1), uint(1), uint(1), uint(0), uint(1), uint(0)}),
      "+ eglGetDisplay(NULL) = 0x1000\n+ eglInitialize(0x1000, {1}, {5}) = 1\n+ eglBindAPI(12448) = 1\n"
      "+ eglChooseConfig(0x1000, {12339, 1, 12352, 4, 12324, 8, 12323, 8, 12322, 8, 12321, 8, 12325, 24, 12326, 0, "
      "12338, 1, 12337, 4, 12344}, {0x1010}, 1, {1}) = 1\n"
      "eglCreateContext(0x1000, 0x1010, NULL, {12440, 2, 12344}) = 0x1020\n");
  const std::string boxes = "+ glViewport(0, 0, 32, 16)\n+ glScissor(0, 0, 32, 16)\n";
  EXPECT_EQ(lowered(FunctionId::replayBindCanvas, {uint(1), sint(32), sint(16)}),
            "+ eglCreatePbufferSurface(0x1000, 0x1010, {12375, 32, 12374, 16, 12344}) = 0x1030\n"
            "+ eglMakeCurrent(0x1000, 0x1030, 0x1030, 0x1020) = 1\n" +
                boxes + "+ glClear(17664)\n");
  EXPECT_EQ(lowered(FunctionId::replayBindCanvas, {uint(1), sint(32), sint(16)}), "");
  EXPECT_EQ(lowered(FunctionId::replayBindCanvas, {uint(1), sint(64), sint(16)}),
            "+ eglCreatePbufferSurface(0x1000, 0x1010, {12375, 64, 12374, 16, 12344}) = 0x1040\n"
            "+ eglMakeCurrent(0x1000, 0x1040, 0x1040, 0x1020) = 1\n+ eglDestroySurface(0x1000, 0x1030) = 1\n"
            "+ glClear(17664)\n");
}

TEST_F(StandardCallsTest, ALostContextIsReplaced) {
  pass_canvas(1);
  pass(FunctionId::glClearColor, {f32(1), f32(0), f32(0), f32(1)});
  const std::string text =
      lowered(FunctionId::replayCreateCanvas, {uint(1), uint(1), uint(1), uint(0), uint(0), uint(0)});
  EXPECT_TRUE(
      text.starts_with("+ eglMakeCurrent(0x1000, NULL, NULL, NULL) = 1\n+ eglDestroySurface(0x1000, 0x1030) = 1\n"
                       "+ eglDestroyContext(0x1000, 0x1020) = 1\n"))
      << text;
  // The new context has the state of a new context.
  EXPECT_EQ(lowered(FunctionId::replayBindCanvas, {uint(1), sint(32), sint(16)}),
            "+ eglCreatePbufferSurface(0x1000, 0x1040, {12375, 32, 12374, 16, 12344}) = 0x1060\n"
            "+ eglMakeCurrent(0x1000, 0x1060, 0x1060, 0x1050) = 1\n"
            "+ glViewport(0, 0, 32, 16)\n+ glScissor(0, 0, 32, 16)\n+ glClear(17664)\n");
}

// What is shown is cleared, with the state as the page has set it afterwards.
TEST_F(StandardCallsTest, PresentingShowsAndClears) {
  pass_canvas(1);
  EXPECT_EQ(presented({1}), "eglSwapBuffers(0x1000, 0x1030) = 1\n+ glClear(17664)\n");
  pass(FunctionId::glClearColor, {f32(1), f32(0), f32(0), f32(1)});
  pass(FunctionId::glEnable, {uint(0xc11)});
  pass(FunctionId::glStencilMaskSeparate, {uint(0x404), uint(3)});
  pass(FunctionId::glDepthMask, {uint(0)});
  pass(FunctionId::glBindFramebuffer, {uint(0x8d40), uint(9)});
  EXPECT_EQ(
      presented({1}),
      "+ glBindFramebuffer(36160, 0)\neglSwapBuffers(0x1000, 0x1030) = 1\n"
      "+ glDisable(3089)\n+ glClearColor(0, 0, 0, 0)\n+ glDepthMask(1)\n+ glStencilMaskSeparate(1028, 4294967295)\n"
      "+ glClear(17664)\n"
      "+ glEnable(3089)\n+ glClearColor(1, 0, 0, 1)\n+ glDepthMask(0)\n+ glStencilMaskSeparate(1028, 3)\n"
      "+ glBindFramebuffer(36160, 9)\n");
}

TEST_F(StandardCallsTest, EachCanvasIsShownAndTheCurrentOneStays) {
  pass_canvas(1, true);
  pass_canvas(2);
  EXPECT_EQ(presented({1, 99}),
            "+ eglMakeCurrent(0x1000, 0x1030, 0x1030, 0x1020) = 1\neglSwapBuffers(0x1000, 0x1030) = 1\n"
            "+ eglMakeCurrent(0x1000, 0x1060, 0x1060, 0x1050) = 1\neglSwapBuffers(0x1000, 0x1060) = 1\n");
}

TEST_F(StandardCallsTest, NewStorageIsZero) {
  pass_canvas(1);
  EXPECT_EQ(lowered(FunctionId::replayZeroBuffer, {uint(0x8892), sint((1 << 20) + 5)}),
            "+ glBufferSubData(34962, 0, 1048576, blob(1048576))\n+ glBufferSubData(34962, 1048576, 5, blob(5))\n");
  pass(FunctionId::glBindRenderbuffer, {uint(0x8d41), uint(5)});
  pass(FunctionId::glRenderbufferStorage, {uint(0x8d41), uint(0x88f0), sint(4), sint(4)});
  EXPECT_EQ(lowered(FunctionId::replayZeroRenderbuffer, {uint(0x8d41)}),
            "+ glGenFramebuffers(1, {2147483632})\n+ glBindFramebuffer(36160, 2147483632)\n"
            "+ glFramebufferRenderbuffer(36160, 36096, 36161, 5)\n+ glFramebufferRenderbuffer(36160, 36128, 36161, 5)\n"
            "+ glClear(17664)\n+ glDeleteFramebuffers(1, {2147483632})\n+ glBindFramebuffer(36160, 0)\n");
}

TEST_F(StandardCallsTest, AGuardedDrawIsDrawnWhenTheProgramDoesNotReadTheArray) {
  is_page = true;
  pass_canvas(1);
  const std::string shader =
      "attribute vec2 a_p; attribute mat2 a_m; attribute float a_unused; // a_unused\n"
      "void main() { gl_Position = vec4(a_m * a_p, 0, 1); /* a_unused */ }";
  pass(FunctionId::glShaderSource, {uint(1), sint(1), calls.values({calls.string(shader)}), null()});
  pass(FunctionId::glAttachShader, {uint(3), uint(1)});
  pass(FunctionId::glBindAttribLocation, {uint(3), uint(0), calls.string("a_p")});
  pass(FunctionId::glBindAttribLocation, {uint(3), uint(1), calls.string("a_m")});
  pass(FunctionId::glBindAttribLocation, {uint(3), uint(4), calls.string("a_unused")});
  pass(FunctionId::glLinkProgram, {uint(3)});
  const auto draw = [&](std::initializer_list<std::uint32_t> too_short, std::int64_t instances = 1) {
    return lowered(FunctionId::replayGuardedDrawArrays,
                   {uint(4), sint(0), sint(3), sint(instances), sint(1), calls.names(too_short)});
  };
  EXPECT_EQ(draw({4}), "");  // no program
  pass(FunctionId::glUseProgram, {uint(3)});
  EXPECT_EQ(draw({4}), "glDrawArrays(4, 0, 3)\n");
  EXPECT_EQ(draw({4}, 2), "glDrawArraysInstanced(4, 0, 3, 2)\n");
  EXPECT_EQ(draw({0}), "");
  EXPECT_EQ(draw({2}), "");  // the second column of the matrix
  EXPECT_EQ(lowered(FunctionId::replayGuardedDrawElements,
                    {uint(4), sint(3), uint(0x1403), null(), sint(1), sint(1), calls.names({4})}),
            "glDrawElements(4, 3, 5123, NULL)\n");
}

TEST_F(StandardCallsTest, AMarkNeedsAContext) {
  EXPECT_EQ(lowered(FunctionId::replayMark, {calls.string("menu"), calls.string("")}), "");
  pass_canvas(1);
  EXPECT_EQ(lowered(FunctionId::replayMark, {calls.string("menu"), calls.string("{\"a\":1}")}),
            "glStringMarkerGREMEDY(12, \"menu {\\\"a\\\":1}\")\n");
}

}  // namespace
}  // namespace replay
