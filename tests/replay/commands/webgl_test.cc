// Pages that draw with WebGL, replayed by the built program: what a browser would show.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/replay/commands/program_test.h"
#include "tests/webgl_page.h"

namespace replay {
namespace {

using tests::array;
using tests::bytes;
using tests::WebglPage;
using tests::WtfKind;
using namespace tests;  // GL's numbers

constexpr Pixel kBlack = {0, 0, 0, 255};  // pictures have no alpha: nothing drawn is black as well
constexpr std::uint32_t kFramebuffer = 0x8d40, kRenderbuffer = 0x8d41, kColorAttachment0 = 0x8ce0, kNearest = 0x2600,
                        kMinFilter = 0x2801, kClampToEdge = 0x812f, kWrapS = 0x2802, kWrapT = 0x2803;

class WebGl : public ProgramTest {
 protected:
  // Clears the whole drawing buffer.
  WebglPage& clear(double red, double green, double blue, double alpha = 1) {
    return page.call("clearColor", {red, green, blue, alpha}).call("clear", {kColorBit});
  }

  Outcome replay(std::vector<std::string> arguments = {"--strict", "--frame", "*", "-o", "out/"}) {
    page.write(path("page.wtf-trace"));
    arguments.insert(arguments.begin(), "page.wtf-trace");
    Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
    return outcome;
  }

  Pixel pixel(const std::string& name, int x, int y) const { return pixel_of(read_png(path("out/" + name)), x, y); }

  // The program draws the texture; texture units are as they were.
  WebglPage& texture_program() {
    page.program(
        "attribute vec2 a_p; varying vec2 v; void main() { v = a_p * 0.5 + 0.5; gl_Position = vec4(a_p, 0.0, 1.0); }",
        "precision mediump float; uniform sampler2D t; varying vec2 v; void main() { gl_FragColor = texture2D(t, v); }",
        R"({"a_p":0})", 700);
    return page;
  }
  WebglPage& texture(int handle, int width, int height, const WtfArg& pixels, bool clamped) {
    page.call("createTexture", {handle}).call("bindTexture", {kTexture2d, handle});
    const char* kind = pixels.form == WtfArg::kNull ? "null" : "pixels";
    page.call("texImage2D", {kTexture2d, 0, kRgba, width, height, 0, kRgba, kUnsignedByte, pixels, kind});
    page.call("texParameteri", {kTexture2d, kMinFilter, kNearest});
    if (!clamped) return page;
    return page.call("texParameteri", {kTexture2d, kWrapS, kClampToEdge}).call("texParameteri", {kTexture2d, kWrapT, kClampToEdge});
  }

  WebglPage page;
};

TEST_F(WebGl, DrawsWithTheLocationsOfTheRecording) {
  page.canvas(1, 8, 4).quad();
  page.frame([&] { page.color(0, 1, 0).draw(); });
  replay();
  EXPECT_EQ(pixel("frame_0000.png", 7, 3), kGreen);
  EXPECT_EQ(read_png(path("out/frame_0000.png")).width, 8);
}

TEST_F(WebGl, EveryKindOfFileDrawsTheSame) {
  page.canvas(1, 8, 4).quad();
  page.frame([&] { page.color(0, 0, 1).draw(); });
  for (const WtfKind kind : tests::kWtfKinds) {
    page.write(path("page"), kind);
    const Outcome outcome = run({"page", "--frame", "0", "-o", "page.png"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(pixel_of(read_png(path("page.png")), 5, 2), kBlue);
  }
}

TEST_F(WebGl, WhatWasShownIsCleared) {
  page.canvas(1, 8, 4).quad();
  page.frame([&] { clear(1, 0, 0); });
  page.frame([&] { page.call("viewport", {0, 0, 4, 4}).color(0, 1, 0).draw(); });
  page.frame([] {});
  replay();
  EXPECT_EQ(pixel("frame_0000.png", 7, 0), kRed);
  EXPECT_EQ(pixel("frame_0001.png", 0, 0), kGreen);
  EXPECT_EQ(pixel("frame_0001.png", 7, 0), kBlack);
  EXPECT_EQ(pixel("frame_0002.png", 0, 0), kBlack);
}

TEST_F(WebGl, TheClearGoesByNoneOfTheState) {
  page.canvas(1, 8, 4);
  page.frame([&] {
    clear(1, 0, 0);
    page.call("enable", {0x0c11}).call("scissor", {0, 0, 1, 1}).call("colorMask", {0, 0, 0, 0});
  });
  page.frame([&] { page.call("colorMask", {1, 1, 1, 1}).call("clearColor", {0, 1, 0, 1}).call("clear", {kColorBit}); });
  replay();
  EXPECT_EQ(pixel("frame_0001.png", 0, 3), kGreen) << "the scissor box is still set";
  EXPECT_EQ(pixel("frame_0001.png", 7, 0), kBlack);
}

TEST_F(WebGl, APreservedDrawingBufferStays) {
  page.canvas(1, 8, 4, R"({"preserveDrawingBuffer":true})").quad();
  page.frame([&] { clear(1, 0, 0); });
  page.frame([&] { page.call("viewport", {0, 0, 4, 4}).color(0, 1, 0).draw(); });
  replay();
  EXPECT_EQ(pixel("frame_0001.png", 0, 0), kGreen);
  EXPECT_EQ(pixel("frame_0001.png", 7, 0), kRed);
}

TEST_F(WebGl, ThereIsAPictureOfEachCanvas) {
  page.canvas(1, 8, 4).canvas(3, 6, 2);
  page.frame([&] {
    clear(0, 1, 0);
    page.set_context(1, 8, 4);
    clear(1, 0, 0);
    page.mark("both");
  });
  const Outcome outcome = replay({"--frame", "0", "--mark", "bo*", "-o", "out/", "--hash", "--json", "summary.json"});
  EXPECT_EQ(pixel("frame_0000.ctx1.png", 7, 3), kRed);
  EXPECT_EQ(pixel("frame_0000.ctx3.png", 5, 1), kGreen);
  EXPECT_EQ(read_png(path("out/frame_0000.ctx3.png")).width, 6);
  EXPECT_FALSE(exists("out/frame_0000.png"));
  EXPECT_TRUE(contains(outcome.out, "frame 0.ctx1 ")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "frame 0.ctx3 "));
  std::ifstream file(path("summary.json"));
  const auto json = nlohmann::json::parse(file);
  ASSERT_EQ(json["pictures"].size(), 4u);
  EXPECT_EQ(json["pictures"][0]["context"], 1);
}

TEST_F(WebGl, OtherSizesClearTheBufferAndKeepTheViewport) {
  page.canvas(1, 8, 4, R"({"preserveDrawingBuffer":true})").quad();
  page.frame([&] { clear(1, 0, 0); });
  page.set_context(1, 4, 8);
  page.frame([&] { page.color(0, 1, 0).draw(); });
  replay();
  const Picture picture = read_png(path("out/frame_0001.png"));
  EXPECT_EQ(picture.width, 4);
  EXPECT_EQ(picture.height, 8);
  EXPECT_EQ(pixel_of(picture, 0, 7), kGreen) << "the viewport is 8x4 from the bottom left";
  EXPECT_EQ(pixel_of(picture, 0, 3), kBlack);
}

TEST_F(WebGl, ContextsDoNotShareState) {
  page.canvas(1, 8, 4).canvas(2, 8, 4);
  page.call("clearColor", {0, 1, 0, 1}).set_context(1, 8, 4).call("clearColor", {1, 0, 0, 1});
  page.frame([&] { page.call("clear", {kColorBit}).set_context(2, 8, 4).call("clear", {kColorBit}); });
  replay();
  EXPECT_EQ(pixel("frame_0000.ctx1.png", 0, 0), kRed);
  EXPECT_EQ(pixel("frame_0000.ctx2.png", 0, 0), kGreen);
}

// --expect looks at every canvas that the frame shows, each against the picture that has its name.
TEST_F(WebGl, EachCanvasIsToBeAsExpected) {
  page.canvas(1, 8, 4).canvas(2, 8, 4);
  page.call("clearColor", {0, 1, 0, 1}).set_context(1, 8, 4).call("clearColor", {1, 0, 0, 1});
  page.frame([&] { page.call("clear", {kColorBit}).set_context(2, 8, 4).call("clear", {kColorBit}); });
  replay({"--frame", "0", "-o", "good.png"});
  const std::vector<std::string> expecting = {"page.wtf-trace", "--frame", "0", "--expect", "good.png"};
  EXPECT_EQ(run(expecting).code, 0) << run(expecting).err;
  for (const char* wrong : {"good.ctx1.png", "good.ctx2.png"}) {
    const std::filesystem::path kept = path("kept.png"), other = path(wrong == std::string("good.ctx1.png") ? "good.ctx2.png" : "good.ctx1.png");
    std::filesystem::rename(path(wrong), kept);
    std::filesystem::copy_file(other, path(wrong));
    const Outcome outcome = run(expecting);
    EXPECT_EQ(outcome.code, 1) << wrong;
    EXPECT_TRUE(contains(outcome.out, std::string("differs from ") + wrong)) << outcome.out;
    EXPECT_TRUE(exists(std::string("page.frame_0000.ctx") + wrong[8] + ".difference.png"));
    std::filesystem::rename(kept, path(wrong));
  }
  // What is expected of no canvas in particular is expected of all.
  std::filesystem::remove(path("good.ctx2.png"));
  std::filesystem::rename(path("good.ctx1.png"), path("good.png"));
  EXPECT_EQ(run(expecting).code, 1);
}

TEST_F(WebGl, AnAttributeThatThePageDidNotAskForIsNotThere) {
  page.canvas(1, 8, 4, R"({"alpha":false,"depth":false})").quad();
  page.frame([&] {
    clear(1, 0, 0, 0);
    page.call("enable", {0x0b71}).call("depthFunc", {0x200}).call("enable", {0x0b90}).call("stencilFunc", {0x200, 0, 255});
    page.call("viewport", {0, 0, 4, 4}).color(0, 1, 0).draw();
  });
  replay();
  EXPECT_EQ(pixel("frame_0000.png", 0, 0), kGreen) << "tests without a buffer pass";
  EXPECT_EQ(pixel("frame_0000.png", 7, 0), kRed) << "with alpha 1";
}

TEST_F(WebGl, DrawsThatReadBehindABufferDrawNothing) {
  page.canvas(1, 8, 4).quad();
  page.frame([&] { page.color(1, 0, 0).draw().color(0, 1, 0).call("drawArrays", {kTriangleStrip, 1, 4}); });
  replay();
  EXPECT_EQ(pixel("frame_0000.png", 0, 0), kRed);
}

TEST_F(WebGl, ShortArraysThatTheProgramDoesNotReadDoNotMatter) {
  page.canvas(1, 8, 4).quad().call("enableVertexAttribArray", {3});
  page.frame([&] { page.color(0, 1, 0).draw(); });
  replay();
  EXPECT_EQ(pixel("frame_0000.png", 0, 0), kGreen);
}

TEST_F(WebGl, AShortMatrixOfAttributesCounts) {
  page.canvas(1, 8, 4).quad();
  page.program("attribute mat2 m; attribute vec2 p; void main() { gl_Position = vec4(p + m[1], 0.0, 1.0); }",
               "void main() { gl_FragColor = vec4(1.0); }", R"({"m":2,"p":0})", 700);
  page.call("enableVertexAttribArray", {3});
  page.frame([&] { clear(1, 0, 0).draw(); });
  replay();
  EXPECT_EQ(pixel("frame_0000.png", 0, 0), kRed) << "location 3 is the second column of m and has no buffer";
}

TEST_F(WebGl, Instances) {
  page.canvas(1, 8, 4).call("createBuffer", {30}).call("bindBuffer", {kArrayBuffer, 30});
  page.call("bufferData", {kArrayBuffer, 8, kStaticDraw, bytes_of_floats({-0.5f, 0.5f})});
  page.program("attribute vec2 a_p; attribute float a_x; void main() { gl_Position = vec4(a_p.x * 0.5 + a_x, a_p.y, 0.0, 1.0); }",
               "void main() { gl_FragColor = vec4(0.0, 1.0, 0.0, 1.0); }", R"({"a_p":0,"a_x":1})", 700);
  page.call("enableVertexAttribArray", {1}).call("vertexAttribPointer", {1, 1, kFloat, 0, 0, 0});
  page.call("vertexAttribDivisorANGLE", {1, 1}).call("createBuffer", {31}).call("bindBuffer", {kArrayBuffer, 31});
  page.call("bufferData", {kArrayBuffer, 0, kStaticDraw, bytes_of_floats({-1, -1, 1, -1, -1, 1, 1, 1})});
  page.call("enableVertexAttribArray", {0}).call("vertexAttribPointer", {0, 2, kFloat, 0, 0, 0});
  page.frame([&] { page.call("drawArraysInstancedANGLE", {kTriangleStrip, 0, 4, 1}); });
  page.frame([&] { page.call("drawArraysInstancedANGLE", {kTriangleStrip, 0, 4, 2}); });
  page.frame([&] { page.call("drawArraysInstancedANGLE", {kTriangleStrip, 0, 4, 3}); });
  replay();
  EXPECT_EQ(pixel("frame_0000.png", 1, 1), kGreen);
  EXPECT_EQ(pixel("frame_0000.png", 6, 1), kBlack);
  EXPECT_EQ(pixel("frame_0001.png", 6, 1), kGreen);
  EXPECT_EQ(pixel("frame_0002.png", 1, 1), kBlack) << "there are two instances in the buffer";
}

TEST_F(WebGl, TexturesWithSidesOfAnyLengthMustBeClamped) {
  const WtfArg green = bytes(std::string("\0\xff\0\xff\0\xff\0\xff\0\xff\0\xff", 12));
  page.canvas(1, 8, 4).quad();
  texture_program();
  texture(40, 3, 1, green, true);
  texture(41, 3, 1, green, false);
  page.frame([&] { page.draw(); });
  page.frame([&] { page.call("bindTexture", {kTexture2d, 40}).draw(); });
  page.frame([&] {
    page.call("bindTexture", {kTexture2d, 41}).call("texParameterf", {kTexture2d, kWrapS, kClampToEdge});
    page.call("texParameterf", {kTexture2d, kWrapT, kClampToEdge}).draw();
  });
  replay();
  EXPECT_EQ(pixel("frame_0000.png", 0, 0), kBlack);
  EXPECT_EQ(pixel("frame_0001.png", 0, 0), kGreen);
  EXPECT_EQ(pixel("frame_0002.png", 0, 0), kGreen);
}

TEST_F(WebGl, WhatThePageDidNotFillIsZero) {
  page.canvas(1, 8, 4).quad();
  page.call("createFramebuffer", {40}).call("bindFramebuffer", {kFramebuffer, 40}).call("createRenderbuffer", {41});
  page.call("bindRenderbuffer", {kRenderbuffer, 41}).call("renderbufferStorage", {kRenderbuffer, 0x8056, 8, 4});
  page.call("framebufferRenderbuffer", {kFramebuffer, kColorAttachment0, kRenderbuffer, 41});
  page.mark("renderbuffer").call("bindFramebuffer", {kFramebuffer, 0});
  texture_program();
  texture(42, 2, 2, nullptr, true);
  page.frame([&] { clear(1, 0, 0).draw(); });
  page.call("bufferData", {kArrayBuffer, 32, kStaticDraw, array({})});
  page.frame([&] { clear(1, 0, 0).draw(); });
  replay({"--strict", "--frame", "*", "-o", "out/"});
  EXPECT_EQ(pixel("frame_0000.png", 0, 0), kBlack) << "the texture";
  EXPECT_EQ(pixel("frame_0001.png", 0, 0), kRed) << "a strip of four times the same vertex";
}

TEST_F(WebGl, IntoATextureAndFromIt) {
  page.canvas(1, 8, 4).quad();
  texture_program();
  texture(42, 8, 4, nullptr, true);
  page.call("createFramebuffer", {40}).call("bindFramebuffer", {kFramebuffer, 40});
  page.call("framebufferTexture2D", {kFramebuffer, kColorAttachment0, kTexture2d, 42, 0});
  page.frame([&] {
    clear(0, 1, 0);
    page.call("bindFramebuffer", {kFramebuffer, 0}).draw();
  });
  replay();
  EXPECT_EQ(pixel("frame_0000.png", 3, 3), kGreen);
}

TEST_F(WebGl, TexturesOfFloatsAndInSrgb) {
  constexpr std::uint32_t kHalfFloatOes = 0x8d61, kSrgbAlpha = 0x8c42;
  page.canvas(1, 8, 4).quad();
  texture_program();
  const auto upload = [&](int handle, std::uint32_t format, std::uint32_t type, const WtfArg& pixels) {
    page.call("createTexture", {handle}).call("bindTexture", {kTexture2d, handle});
    page.call("texImage2D", {kTexture2d, 0, format, 1, 1, 0, format, type, pixels, "pixels"});
    page.call("texParameteri", {kTexture2d, kMinFilter, kNearest});
  };
  page.frame([&] {
    upload(40, kRgba, kFloat, bytes_of_floats({0, 1, 0, 1}));
    page.call("createFramebuffer", {50}).call("bindFramebuffer", {kFramebuffer, 50});
    page.call("framebufferTexture2D", {kFramebuffer, kColorAttachment0, kTexture2d, 40, 0});
    clear(0, 0, 1);
    page.call("bindFramebuffer", {kFramebuffer, 0}).draw();
  });
  page.frame([&] {
    upload(41, kRgba, kHalfFloatOes, bytes_of_shorts({0, 0x3c00, 0, 0x3c00}));
    page.draw();
  });
  page.frame([&] {
    upload(42, kSrgbAlpha, kUnsignedByte, bytes(std::string("\0\xff\0\xff", 4)));
    page.draw();
  });
  replay();
  EXPECT_EQ(pixel("frame_0000.png", 0, 0), kBlue);
  EXPECT_EQ(pixel("frame_0001.png", 0, 0), kGreen);
  EXPECT_EQ(pixel("frame_0002.png", 0, 0), kGreen);
}

TEST_F(WebGl, ACallIsAnEventsNumber) {
  page.canvas(1, 8, 4);
  page.frame([&] { clear(1, 0, 0); });
  // In chunked files the definitions are events: a list has none.
  page.write(path("page.wtf-json"), WtfKind::kList2);
  const Outcome outcome = run({"page.wtf-json", "--call", "5,*/draw", "-o", "out/"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(pixel("call_0000000005.png", 0, 0), kRed) << "2 for the canvas, frame start, clear colour with its end, clear";
}

TEST_F(WebGl, PicturesAtMarks) {
  page.canvas(1, 8, 4);
  page.frame([&] {
    clear(1, 0, 0);
    page.mark("ref:one");
    clear(0, 1, 0);
    page.mark("other");
  });
  page.write(path("page.wtf-json"), WtfKind::kList2);
  EXPECT_EQ(run({"page.wtf-json", "--mark", "ref:*", "-o", "out/"}).code, 0);
  EXPECT_EQ(pixel("call_0000000007.png", 0, 0), kRed);
  EXPECT_FALSE(exists("out/call_0000000012.png"));
  const Outcome none = run({"page.wtf-json", "--mark", "nope", "-o", "out/"});
  EXPECT_EQ(none.code, 125);
  EXPECT_TRUE(contains(none.err, "no mark of the recording has such a name")) << none.err;
}

TEST_F(WebGl, ARestoredContextIsANewOne) {
  page.canvas(1, 8, 4).call("clearColor", {0, 1, 0, 1});
  page.frame([&] { page.call("clear", {kColorBit}).call("loseContext").call("clear", {kColorBit}); });
  page.frame([&] { page.call("restoreContext").call("clear", {kColorBit}); });
  page.frame([&] { clear(1, 0, 0); });
  replay();
  EXPECT_EQ(pixel("frame_0001.png", 0, 0), kBlack) << "the clear colour is the default again";
  EXPECT_EQ(pixel("frame_0002.png", 0, 0), kRed);
}

TEST_F(WebGl, ARecordingThatBeganLateDoesWhatItCan) {
  page.frame([&] {
    page.call("viewport", {0, 0, 12, 6}).call("useProgram", {3}).call("bindBuffer", {kArrayBuffer, 4});
    clear(0, 1, 0).call("drawArrays", {kTriangleStrip, 0, 4}).call("uniform1f", {9, 1});
  });
  page.write(path("page.wtf-trace"));
  EXPECT_EQ(run({"page.wtf-trace", "--frame", "0", "-o", "late.png"}).code, 0);
  const Outcome outcome = run({"page.wtf-trace"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(read_png(path("late.png")).width, 12);
  EXPECT_EQ(pixel_of(read_png(path("late.png")), 0, 0), kGreen);
  EXPECT_TRUE(contains(outcome.err, "largest viewport is assumed"));
  EXPECT_TRUE(contains(outcome.out, "WebGLRenderingContext#useProgram x1: object that was never created")) << outcome.out;
  EXPECT_EQ(run({"page.wtf-trace", "--strict"}).code, 1);
}

TEST_F(WebGl, ErrorsThatThePageAskedForMayBeItsOwn) {
  page.canvas(1, 8, 4);
  page.frame([&] { page.call("clear", {0x1}).call("getError"); });
  replay({"--strict"});
  page.frame([&] { page.call("clear", {0x1}); });
  page.write(path("page.wtf-trace"));
  const Outcome outcome = run({"page.wtf-trace", "--strict"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(contains(outcome.out, "WebGLRenderingContext#clear x1: GL_INVALID_VALUE")) << outcome.out;
}

TEST_F(WebGl, EventsWithoutGlAreNothingToDraw) {
  page.frame([&] { page.event("wtf.scope#enter", {"work"}).event("wtf.scope#leave", {}); });
  const Outcome outcome = replay({});
  EXPECT_TRUE(contains(outcome.err, "nothing to draw")) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "replayed   1 frames, ")) << outcome.out;
  EXPECT_EQ(run({"page.wtf-trace", "--strict"}).code, 1);
}

TEST_F(WebGl, InfoTellsTheCanvasesAndTheEvents) {
  page.canvas(2, 8, 4);
  page.frame([&] { clear(1, 0, 0); });
  page.write(path("page.wtf-json"), WtfKind::kList2);
  const Outcome text = run({"info", "page.wtf-json"});
  for (const char* line : {"calls      " , "drawable   0x2: 8x4, 1 swaps\n", "needs      OpenGL ES 2.0 (1 contexts)\n",
                           "zone 0     ", "event WebGLRenderingContext#clear 1\n"}) {
    EXPECT_TRUE(contains(text.out, line)) << line << "\n" << text.out;
  }
  EXPECT_FALSE(contains(text.out, "unknown"));
  const auto json = nlohmann::json::parse(run({"info", "page.wtf-json", "--json"}).out);
  EXPECT_EQ(json["calls"], page.events());
  EXPECT_EQ(json["facts"]["event WebGLRenderingContext#clear"], "1");
}

TEST_F(WebGl, ThreadsOfThePageDoNotChangeTheContext) {
  page.canvas(1, 8, 4);
  page.frame([&] {
    page.call("clearColor", {0, 1, 0, 1}).event("wtf.zone#set", {60000}).call("clear", {kColorBit});
    page.event("wtf.zone#set", {0});
  });
  replay();
  EXPECT_EQ(pixel("frame_0000.png", 0, 0), kGreen);
}

}  // namespace
}  // namespace replay
