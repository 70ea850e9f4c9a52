// Textures that show surfaces of the window system: eglBindTexImage and similar functions.
#include <glad/gl.h>
#include <gtest/gtest.h>

#include "tests/replay/commands/apitrace_scene.h"
#include "tests/replay/commands/program_test.h"

namespace replay {
namespace {

using namespace tests::at;

constexpr Pixel kWhite = {255, 255, 255, 255};

// A program of OpenGL ES 1.1 that fills its blue window with the texture that is bound.
class SurfaceTextures : public ProgramTest {
 protected:
  static constexpr std::uint64_t kWindow = 0x40, kPbuffer = 0x50, kContext = 0x30, kOther = 0x31;
  static constexpr int kTextureRgb = 0x305D, kTextureRgba = 0x305E;

  SurfaceTextures() {
    context(kContext);
    context(kOther, kContext);
    current(kWindow);
    scene.window_is(8, 8).clear(kBlueColor);
    scene.trace.call("glEnable(cap)", {en(GL_TEXTURE_2D)});
    for (const int filter : {GL_TEXTURE_MAG_FILTER, GL_TEXTURE_MIN_FILTER}) nearest(filter);
  }

  void context(std::uint64_t handle, std::uint64_t share = 0) {
    const Item attributes = items({en(0x3098), 1, en(0x3038)});
    scene.trace
        .call("eglCreateContext(dpy, config, share_context, attrib_list)",
              {ptr(0x10), ptr(0x20), share == 0 ? null() : ptr(share), attributes})
        .returns(ptr(handle));
  }
  void current(std::uint64_t surface, std::uint64_t context = kContext, tests::Thread thread = {}) {
    scene.trace
        .call("eglMakeCurrent(dpy, draw, read, ctx)", {ptr(0x10), ptr(surface), ptr(surface), ptr(context)}, thread)
        .returns(en(1, "EGLBoolean"));
  }
  void nearest(int filter) {
    scene.trace.call("glTexParameteri(target, pname, param)", {en(GL_TEXTURE_2D), en(filter), en(GL_NEAREST)});
  }
  void clear(double red, double green, double blue, double alpha) {
    scene.trace.call("glClearColor(red, green, blue, alpha)", {red, green, blue, alpha});
    scene.trace.call("glClear(mask)", {bits(GL_COLOR_BUFFER_BIT)});
  }
  // Draws a pbuffer of 8x4 pixels, red below and green above, with alpha 0.
  void draw_pbuffer(int format) {
    pbuffer(format);
    current(kPbuffer);
    clear(0, 1, 0, 0);
    scene.trace.call("glEnable(cap)", {en(GL_SCISSOR_TEST)});
    scene.trace.call("glScissor(x, y, width, height)", {0, 0, 8, 2});
    clear(1, 0, 0, 0);
    scene.trace.call("glDisable(cap)", {en(GL_SCISSOR_TEST)});
    current(kWindow);
  }
  void pbuffer(int format) {
    const Item attributes =
        items({en(0x3057), 8, en(0x3056), 4, en(0x3080), en(format), en(0x3081), en(0x305F), en(0x3038)});
    scene.trace.call("eglCreatePbufferSurface(dpy, config, attrib_list)", {ptr(0x10), ptr(0x20), attributes})
        .returns(ptr(kPbuffer));
  }
  void bind_texture(int name) { scene.trace.call("glBindTexture(target, texture)", {en(GL_TEXTURE_2D), name}); }
  void bind_surface(const char* signature = "eglBindTexImage(dpy, surface, buffer)", bool succeeds = true) {
    scene.trace.call(signature, {ptr(0x10), ptr(kPbuffer), en(0x3084)}).returns(en(succeeds ? 1 : 0, "EGLBoolean"));
  }
  void release_surface() { bind_surface("eglReleaseTexImage(dpy, surface, buffer)"); }
  // Uploads a texture of one texel.
  void image(const std::string& texel) {
    scene.trace.call("glTexImage2D(target, level, internalformat, width, height, border, format, type, pixels)",
                     {en(GL_TEXTURE_2D), 0, en(GL_RGBA), 1, 1, 0, en(GL_RGBA), en(GL_UNSIGNED_BYTE), blob(texel)});
  }
  void fill() {
    const auto bytes = [](std::initializer_list<float> values) {
      return blob(std::string(reinterpret_cast<const char*>(std::data(values)), values.size() * sizeof(float)));
    };
    for (const int array : {GL_VERTEX_ARRAY, GL_TEXTURE_COORD_ARRAY})
      scene.trace.call("glEnableClientState(array)", {en(array)});
    scene.trace.call("glVertexPointer(size, type, stride, pointer)",
                     {2, en(GL_FLOAT), 0, bytes({-1, -1, 1, -1, -1, 1, 1, 1})});
    scene.trace.call("glTexCoordPointer(size, type, stride, pointer)",
                     {2, en(GL_FLOAT), 0, bytes({0, 0, 1, 0, 0, 1, 1, 1})});
    scene.trace.call("glDrawArrays(mode, first, count)", {en(GL_TRIANGLE_STRIP), 0, 4});
  }
  Picture picture(int code = 0) {
    const unsigned last = scene.trace.enter("glFlush()", {});
    scene.trace.leave(last);
    write("scene.trace", scene.bytes());
    outcome = run({"scene.trace", "--strict", "--call", std::to_string(last), "-o", "picture.png"});
    EXPECT_EQ(outcome.code, code) << outcome.out << outcome.err;
    return read_png(path("picture.png"));
  }
  void expect_pbuffer(const Picture& picture) {
    EXPECT_EQ(pixel_of(picture, 4, 6), kRed);
    EXPECT_EQ(pixel_of(picture, 4, 1), kGreen);
  }

  ApitraceScene scene;
  Outcome outcome;
};

TEST_F(SurfaceTextures, ShowThePbuffer) {
  draw_pbuffer(kTextureRgba);
  bind_texture(7);
  for (const int filter : {GL_TEXTURE_MAG_FILTER, GL_TEXTURE_MIN_FILTER}) nearest(filter);
  bind_surface();
  fill();
  expect_pbuffer(picture());
}

TEST_F(SurfaceTextures, MayHaveNoNameAndHaveAlpha) {
  draw_pbuffer(kTextureRgba);
  bind_surface();
  scene.trace.call("glEnable(cap)", {en(GL_BLEND)});
  scene.trace.call("glBlendFunc(sfactor, dfactor)", {en(GL_SRC_ALPHA), en(GL_ONE_MINUS_SRC_ALPHA)});
  fill();
  EXPECT_EQ(pixel_of(picture(), 4, 6), kBlue) << "alpha is 0";
}

TEST_F(SurfaceTextures, OfRgbAreOpaque) {
  draw_pbuffer(kTextureRgb);
  bind_surface();
  scene.trace.call("glEnable(cap)", {en(GL_BLEND)});
  scene.trace.call("glBlendFunc(sfactor, dfactor)", {en(GL_SRC_ALPHA), en(GL_ONE_MINUS_SRC_ALPHA)});
  fill();
  expect_pbuffer(picture());
}

TEST_F(SurfaceTextures, DoNotDependOnTheUnpackState) {
  draw_pbuffer(kTextureRgb);
  scene.trace.call("glPixelStorei(pname, param)", {en(GL_UNPACK_ALIGNMENT), 8});
  bind_surface();
  fill();
  expect_pbuffer(picture());
}

TEST_F(SurfaceTextures, ShowDrawsWhileTheyAreBound) {
  draw_pbuffer(kTextureRgba);
  bind_surface();
  current(kPbuffer);
  clear(1, 1, 1, 1);
  current(kWindow);
  fill();
  EXPECT_EQ(pixel_of(picture(), 4, 6), kWhite);
}

TEST_F(SurfaceTextures, ShowWhatAnotherThreadDraws) {
  draw_pbuffer(kTextureRgba);
  bind_surface();
  current(kPbuffer, kOther, tests::Thread{1});
  scene.trace.call("glClearColor(red, green, blue, alpha)", {1.0, 1.0, 1.0, 1.0}, tests::Thread{1});
  scene.trace.call("glClear(mask)", {bits(GL_COLOR_BUFFER_BIT)}, tests::Thread{1});
  fill();
  EXPECT_EQ(pixel_of(picture(), 4, 6), kWhite);
}

TEST_F(SurfaceTextures, AreEmptyWhenReleased) {
  draw_pbuffer(kTextureRgba);
  bind_surface();
  release_surface();
  fill();
  EXPECT_EQ(pixel_of(picture(), 4, 6), kWhite) << "an incomplete texture counts as no texture, and the colour is white";
}

TEST_F(SurfaceTextures, KeepTheImageThatReplacedIt) {
  draw_pbuffer(kTextureRgba);
  bind_surface();
  image("\xFF\xFF\xFF\xFF");
  current(kPbuffer);
  clear(1, 0, 0, 1);
  current(kWindow);
  release_surface();
  fill();
  EXPECT_EQ(pixel_of(picture(), 4, 6), kWhite);
}

TEST_F(SurfaceTextures, AreLeftAloneOnceDeleted) {
  draw_pbuffer(kTextureRgba);
  bind_texture(7);
  bind_surface();
  scene.trace.call("glDeleteTextures(n, textures)", {1, items({7})});
  bind_texture(7);
  for (const int filter : {GL_TEXTURE_MAG_FILTER, GL_TEXTURE_MIN_FILTER}) nearest(filter);
  image("\xFF\xFF\xFF\xFF");
  current(kPbuffer);
  clear(1, 0, 0, 1);
  current(kWindow);
  fill();
  EXPECT_EQ(pixel_of(picture(), 4, 6), kWhite);
}

TEST_F(SurfaceTextures, KeepTheContentOfADestroyedSurface) {
  draw_pbuffer(kTextureRgba);
  bind_surface();
  scene.trace.call("eglDestroySurface(dpy, surface)", {ptr(0x10), ptr(kPbuffer)}).returns(en(1, "EGLBoolean"));
  fill();
  expect_pbuffer(picture());
}

TEST_F(SurfaceTextures, OfWindowsAreReported) {
  bind_surface();
  fill();
  picture(1);
  EXPECT_TRUE(contains(outcome.out + outcome.err, "eglBindTexImage")) << outcome.out << outcome.err;
}

class WglTextures : public ProgramTest {};

TEST_F(WglTextures, ShowThePbuffer) {
  constexpr int kTextureFormat = 0x2072, kTextureRgba = 0x2076, kTextureTarget = 0x2073, kTarget2d = 0x207A,
                kFrontLeft = 0x2083;
  ApitraceScene scene;
  const auto current = [&](std::uint64_t device) {
    scene.trace.call("wglMakeCurrent(hdc, hglrc)", {ptr(device), ptr(0x70)}).returns(en(1, "BOOL"));
  };
  scene.trace.call("wglCreateContext(hdc)", {ptr(0x50)}).returns(ptr(0x70));
  scene.trace
      .call("wglCreatePbufferARB(hDC, iPixelFormat, iWidth, iHeight, piAttribList)",
            {ptr(0x50), 3, 8, 8, items({kTextureFormat, kTextureRgba, kTextureTarget, kTarget2d, 0})})
      .returns(ptr(0x61));
  scene.trace.call("wglGetPbufferDCARB(hPbuffer)", {ptr(0x61)}).returns(ptr(0x60));
  current(0x60);
  scene.clear(kGreenColor);
  current(0x50);
  scene.window_is(8, 8).clear(kBlueColor);
  scene.trace.call("wglBindTexImageARB(hPbuffer, iBuffer)", {ptr(0x61), en(kFrontLeft)}).returns(en(1, "BOOL"));
  scene.trace.call("glEnable(cap)", {en(GL_TEXTURE_2D)});
  for (const int filter : {GL_TEXTURE_MAG_FILTER, GL_TEXTURE_MIN_FILTER})
    scene.trace.call("glTexParameteri(target, pname, param)", {en(GL_TEXTURE_2D), en(filter), en(GL_NEAREST)});
  scene.fill({1, 1, 1});
  const unsigned last = scene.trace.enter("glFlush()", {});
  scene.trace.leave(last);
  write("scene.trace", scene.bytes());
  const Outcome outcome = run({"scene.trace", "--strict", "--call", std::to_string(last), "-o", "picture.png"});
  EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
  EXPECT_EQ(pixel_of(read_png(path("picture.png")), 3, 3), kGreen);
}

class PixmapTextures : public ProgramTest {
 protected:
  PixmapTextures() {
    scene.window(8, 8).clear(kBlueColor);
    scene.trace.call("glXBindTexImageEXT(dpy, drawable, buffer, attrib_list)", {ptr(1), 0x300001, 0x20DE, null()});
  }
  Outcome strict() {
    scene.trace.call("glXReleaseTexImageEXT(dpy, drawable, buffer)", {ptr(1), 0x300001, 0x20DE});
    scene.swap();
    write("scene.trace", scene.bytes());
    return run({"scene.trace", "--strict"});
  }
  ApitraceScene scene;
};

TEST_F(PixmapTextures, ShowTheCopyOfTheRecorder) {
  scene.trace
      .call("glTexImage2D(target, level, internalformat, width, height, border, format, type, pixels)",
            {en(GL_TEXTURE_2D), 0, en(GL_RGBA), 1, 1, 0, en(GL_RGBA), en(GL_UNSIGNED_BYTE), blob("\xFF\xFF\xFF\xFF")})
      .fake();
  EXPECT_EQ(strict().code, 0);
}

TEST_F(PixmapTextures, WithoutACopyAreReported) {
  const Outcome outcome = strict();
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(contains(outcome.err, "glXBindTexImageEXT")) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "glXBindTexImageEXT x1")) << outcome.out;
}

}  // namespace
}  // namespace replay
