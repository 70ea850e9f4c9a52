// Draws of web pages with WebGL: arrays, textures and framebuffers, with the rules that a browser adds to GL.
#include <glad/gl.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/replay/commands/webgl_scene.h"

namespace replay {
namespace {

using namespace tests;

class WebGlDraws : public WebGl {
 protected:
  // Makes a program that draws the texture, and keeps the texture units as they were.
  WebglPage& texture_program() {
    page.program(
        "attribute vec2 a_p; varying vec2 v; void main() { v = a_p * 0.5 + 0.5; gl_Position = vec4(a_p, 0.0, 1.0); }",
        "precision mediump float; uniform sampler2D t; varying vec2 v; void main() { gl_FragColor = texture2D(t, v); }",
        R"({"a_p":0})", 700);
    return page;
  }
  WebglPage& texture(int handle, int width, int height, const WtfArg& pixels, bool clamped) {
    page.call("createTexture", {handle}).call("bindTexture", {GL_TEXTURE_2D, handle});
    const char* kind = pixels.form == WtfArg::kNull ? "null" : "pixels";
    page.call("texImage2D", {GL_TEXTURE_2D, 0, GL_RGBA, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels, kind});
    page.call("texParameteri", {GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST});
    if (!clamped) return page;
    return page.call("texParameteri", {GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE})
        .call("texParameteri", {GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE});
  }
};

TEST_F(WebGlDraws, RecordedLocationsAreMapped) {
  page.canvas(1, 8, 4).quad();
  page.frame([&] { page.color(0, 1, 0).draw(); });
  replay();
  EXPECT_EQ(pixel("frame_0000.png", 7, 3), kGreen);
  EXPECT_EQ(read_png(path("out/frame_0000.png")).width, 8);
}

TEST_F(WebGlDraws, DrawsThatReadPastABufferDrawNothing) {
  page.canvas(1, 8, 4).quad();
  page.frame([&] { page.color(1, 0, 0).draw().color(0, 1, 0).call("drawArrays", {GL_TRIANGLE_STRIP, 1, 4}); });
  replay();
  EXPECT_EQ(pixel("frame_0000.png", 0, 0), kRed);
}

TEST_F(WebGlDraws, ShortArraysThatTheProgramDoesNotReadDoNotMatter) {
  page.canvas(1, 8, 4).quad().call("enableVertexAttribArray", {3});
  page.frame([&] { page.color(0, 1, 0).draw(); });
  replay();
  EXPECT_EQ(pixel("frame_0000.png", 0, 0), kGreen);
}

TEST_F(WebGlDraws, AShortArrayOfAMatrixAttributeMatters) {
  page.canvas(1, 8, 4).quad();
  page.program("attribute mat2 m; attribute vec2 p; void main() { gl_Position = vec4(p + m[1], 0.0, 1.0); }",
               "void main() { gl_FragColor = vec4(1.0); }", R"({"m":2,"p":0})", 700);
  page.call("enableVertexAttribArray", {3});
  page.frame([&] { clear(1, 0, 0).draw(); });
  replay();
  EXPECT_EQ(pixel("frame_0000.png", 0, 0), kRed) << "location 3 is the second column of m and has no buffer";
}

TEST_F(WebGlDraws, InstancesAreDrawn) {
  page.canvas(1, 8, 4).call("createBuffer", {30}).call("bindBuffer", {GL_ARRAY_BUFFER, 30});
  page.call("bufferData", {GL_ARRAY_BUFFER, 8, GL_STATIC_DRAW, bytes_of_floats({-0.5f, 0.5f})});
  page.program(
      "attribute vec2 a_p; attribute float a_x; void main() { gl_Position = vec4(a_p.x * 0.5 + a_x, a_p.y, 0.0, 1.0); "
      "}",
      "void main() { gl_FragColor = vec4(0.0, 1.0, 0.0, 1.0); }", R"({"a_p":0,"a_x":1})", 700);
  page.call("enableVertexAttribArray", {1}).call("vertexAttribPointer", {1, 1, GL_FLOAT, 0, 0, 0});
  page.call("vertexAttribDivisorANGLE", {1, 1}).call("createBuffer", {31}).call("bindBuffer", {GL_ARRAY_BUFFER, 31});
  page.call("bufferData", {GL_ARRAY_BUFFER, 0, GL_STATIC_DRAW, bytes_of_floats({-1, -1, 1, -1, -1, 1, 1, 1})});
  page.call("enableVertexAttribArray", {0}).call("vertexAttribPointer", {0, 2, GL_FLOAT, 0, 0, 0});
  page.frame([&] { page.call("drawArraysInstancedANGLE", {GL_TRIANGLE_STRIP, 0, 4, 1}); });
  page.frame([&] { page.call("drawArraysInstancedANGLE", {GL_TRIANGLE_STRIP, 0, 4, 2}); });
  page.frame([&] { page.call("drawArraysInstancedANGLE", {GL_TRIANGLE_STRIP, 0, 4, 3}); });
  replay();
  EXPECT_EQ(pixel("frame_0000.png", 1, 1), kGreen);
  EXPECT_EQ(pixel("frame_0000.png", 6, 1), kBlack);
  EXPECT_EQ(pixel("frame_0001.png", 6, 1), kGreen);
  EXPECT_EQ(pixel("frame_0002.png", 1, 1), kBlack) << "there are two instances in the buffer";
}

TEST_F(WebGlDraws, TexturesWithoutPowerOfTwoSidesMustBeClamped) {
  const WtfArg green = bytes(std::string("\0\xff\0\xff\0\xff\0\xff\0\xff\0\xff", 12));
  page.canvas(1, 8, 4).quad();
  texture_program();
  texture(40, 3, 1, green, true);
  texture(41, 3, 1, green, false);
  page.frame([&] { page.draw(); });
  page.frame([&] { page.call("bindTexture", {GL_TEXTURE_2D, 40}).draw(); });
  page.frame([&] {
    page.call("bindTexture", {GL_TEXTURE_2D, 41})
        .call("texParameterf", {GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE});
    page.call("texParameterf", {GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE}).draw();
  });
  replay();
  EXPECT_EQ(pixel("frame_0000.png", 0, 0), kBlack);
  EXPECT_EQ(pixel("frame_0001.png", 0, 0), kGreen);
  EXPECT_EQ(pixel("frame_0002.png", 0, 0), kGreen);
}

TEST_F(WebGlDraws, StorageThatThePageDidNotFillIsZero) {
  page.canvas(1, 8, 4).quad();
  page.call("createFramebuffer", {40}).call("bindFramebuffer", {GL_FRAMEBUFFER, 40}).call("createRenderbuffer", {41});
  page.call("bindRenderbuffer", {GL_RENDERBUFFER, 41}).call("renderbufferStorage", {GL_RENDERBUFFER, GL_RGBA4, 8, 4});
  page.call("framebufferRenderbuffer", {GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, 41});
  page.mark("renderbuffer").call("bindFramebuffer", {GL_FRAMEBUFFER, 0});
  texture_program();
  texture(42, 2, 2, nullptr, true);
  page.frame([&] { clear(1, 0, 0).draw(); });
  page.call("bufferData", {GL_ARRAY_BUFFER, 32, GL_STATIC_DRAW, array({})});
  page.frame([&] { clear(1, 0, 0).draw(); });
  replay({"--strict", "--frame", "*", "-o", "out/"});
  EXPECT_EQ(pixel("frame_0000.png", 0, 0), kBlack) << "the texture is zero";
  EXPECT_EQ(pixel("frame_0001.png", 0, 0), kRed) << "all four vertices of the strip are the same";
}

TEST_F(WebGlDraws, ATextureCanBeDrawnIntoAndShown) {
  page.canvas(1, 8, 4).quad();
  texture_program();
  texture(42, 8, 4, nullptr, true);
  page.call("createFramebuffer", {40}).call("bindFramebuffer", {GL_FRAMEBUFFER, 40});
  page.call("framebufferTexture2D", {GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 42, 0});
  page.frame([&] {
    clear(0, 1, 0);
    page.call("bindFramebuffer", {GL_FRAMEBUFFER, 0}).draw();
  });
  replay();
  EXPECT_EQ(pixel("frame_0000.png", 3, 3), kGreen);
}

TEST_F(WebGlDraws, FloatAndSrgbTexturesAreDrawn) {
  page.canvas(1, 8, 4).quad();
  texture_program();
  const auto upload = [&](int handle, std::uint32_t format, std::uint32_t type, const WtfArg& pixels) {
    page.call("createTexture", {handle}).call("bindTexture", {GL_TEXTURE_2D, handle});
    page.call("texImage2D", {GL_TEXTURE_2D, 0, format, 1, 1, 0, format, type, pixels, "pixels"});
    page.call("texParameteri", {GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST});
  };
  page.frame([&] {
    upload(40, GL_RGBA, GL_FLOAT, bytes_of_floats({0, 1, 0, 1}));
    page.call("createFramebuffer", {50}).call("bindFramebuffer", {GL_FRAMEBUFFER, 50});
    page.call("framebufferTexture2D", {GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 40, 0});
    clear(0, 0, 1);
    page.call("bindFramebuffer", {GL_FRAMEBUFFER, 0}).draw();
  });
  page.frame([&] {
    upload(41, GL_RGBA, GL_HALF_FLOAT_OES, bytes_of_shorts({0, 0x3c00, 0, 0x3c00}));
    page.draw();
  });
  page.frame([&] {
    upload(42, GL_SRGB_ALPHA, GL_UNSIGNED_BYTE, bytes(std::string("\0\xff\0\xff", 4)));
    page.draw();
  });
  replay();
  EXPECT_EQ(pixel("frame_0000.png", 0, 0), kBlue);
  EXPECT_EQ(pixel("frame_0001.png", 0, 0), kGreen);
  EXPECT_EQ(pixel("frame_0002.png", 0, 0), kGreen);
}

TEST_F(WebGlDraws, ThreadsOfThePageDoNotChangeTheContext) {
  page.canvas(1, 8, 4);
  page.frame([&] {
    page.call("clearColor", {0, 1, 0, 1}).event("wtf.zone#set", {60000}).call("clear", {GL_COLOR_BUFFER_BIT});
    page.event("wtf.zone#set", {0});
  });
  replay();
  EXPECT_EQ(pixel("frame_0000.png", 0, 0), kGreen);
}

}  // namespace
}  // namespace replay
