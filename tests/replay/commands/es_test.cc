// Recordings of OpenGL ES. In its early versions, functions that became core later have the names of extensions.
#include <gtest/gtest.h>

#include "tests/replay/commands/apitrace_scene.h"
#include "tests/replay/commands/program_test.h"

namespace replay {
namespace {

using namespace tests::at;

constexpr int kFramebuffer = 0x8D40, kRenderbuffer = 0x8D41, kColorAttachment = 0x8CE0, kTexture2d = 0x0DE1,
              kRgba = 0x1908, kRgba4 = 0x8056, kUnsignedByte = 0x1401;

class Es : public ProgramTest {
 protected:
  explicit Es(int version) {
    const Item attributes = items({en(0x3098), version, en(0x3038)});
    scene.trace
        .call("eglCreateContext(dpy, config, share_context, attrib_list)", {ptr(0x10), ptr(0x20), null(), attributes})
        .returns(ptr(0x30));
    scene.trace.call("eglMakeCurrent(dpy, draw, read, ctx)", {ptr(0x10), ptr(0x40), ptr(0x40), ptr(0x30)})
        .returns(en(1, "EGLBoolean"));
    scene.window_is(8, 8).clear(kBlueColor);
  }

  Picture picture_after_last_call() {
    const unsigned last = scene.trace.enter("glFlush()", {});
    scene.trace.leave(last);
    return picture("--call", std::to_string(last));
  }
  Picture picture(const std::string& option, const std::string& value) {
    write("scene.trace", scene.bytes());
    const Outcome outcome = run({"scene.trace", option, value, "-o", "picture.png"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_FALSE(contains(outcome.out, "skipped ")) << outcome.out;
    return read_png(path("picture.png"));
  }

  ApitraceScene scene;
};

class Es1 : public Es {
 protected:
  Es1() : Es(1) {}

  void bind_framebuffer(int name) {
    scene.trace.call("glBindFramebufferOES(target, framebuffer)", {en(kFramebuffer), name});
  }
  // Makes a framebuffer with a texture and fills it with red. Both have the same name.
  void draw_into_texture(int name) {
    scene.trace.call("glBindTexture(target, texture)", {en(kTexture2d), name});
    scene.trace.call("glTexImage2D(target, level, internalformat, width, height, border, format, type, pixels)",
                     {en(kTexture2d), 0, en(kRgba), 4, 2, 0, en(kRgba), en(kUnsignedByte), null()});
    bind_framebuffer(name);
    scene.trace.call("glFramebufferTexture2DOES(target, attachment, textarget, texture, level)",
                     {en(kFramebuffer), en(kColorAttachment), en(kTexture2d), name, 0});
    scene.clear(kRedColor);
  }
  void draw_into_renderbuffer(int name) {
    scene.trace.call("glBindRenderbufferOES(target, renderbuffer)", {en(kRenderbuffer), name});
    scene.trace.call("glRenderbufferStorageOES(target, internalformat, width, height)",
                     {en(kRenderbuffer), en(kRgba4), 4, 4});
    bind_framebuffer(name);
    scene.trace.call("glFramebufferRenderbufferOES(target, attachment, renderbuffertarget, renderbuffer)",
                     {en(kFramebuffer), en(kColorAttachment), en(kRenderbuffer), name});
    scene.clear(kRedColor);
  }
  Picture frame() {
    bind_framebuffer(0);
    scene.trace.call("eglSwapBuffers(dpy, surface)", {ptr(0x10), ptr(0x40)}).returns(en(1, "EGLBoolean"));
    return picture("--frame", "0");
  }
};

TEST_F(Es1, DrawsIntoFramebuffersLeaveTheWindow) {
  draw_into_texture(5);
  draw_into_renderbuffer(6);
  EXPECT_EQ(pixel_of(frame(), 1, 1), kBlue);
}

TEST_F(Es1, CallsThatDrawIntoTexturesHavePictures) {
  draw_into_texture(5);
  const Picture picture = picture_after_last_call();
  EXPECT_EQ(picture.width, 4);
  EXPECT_EQ(picture.height, 2);
  EXPECT_EQ(pixel_of(picture, 1, 1), kRed);
}

TEST_F(Es1, CallsThatDrawIntoRenderbuffersHavePictures) {
  draw_into_renderbuffer(6);
  const Picture picture = picture_after_last_call();
  EXPECT_EQ(picture.width, 4);
  EXPECT_EQ(pixel_of(picture, 1, 1), kRed);
}

std::string bytes_of(std::initializer_list<float> values) {
  return {reinterpret_cast<const char*>(std::data(values)), values.size() * sizeof(float)};
}

class Es1Arrays : public Es1 {
 protected:
  // Declares arrays in client memory for a rectangle with green corners that fills the window.
  Es1Arrays() {
    constexpr int kVertexArray = 0x8074, kColorArray = 0x8076, kFloat = 0x1406;
    for (const int array : {kVertexArray, kColorArray}) scene.trace.call("glEnableClientState(array)", {en(array)});
    scene.trace.call("glVertexPointer(size, type, stride, pointer)",
                     {2, en(kFloat), 0, blob(bytes_of({-1, -1, 1, -1, -1, 1, 1, 1}))});
    scene.trace.call(
        "glColorPointer(size, type, stride, pointer)",
        {4, en(kUnsignedByte), 0, blob(std::string("\0\377\0\377\0\377\0\377\0\377\0\377\0\377\0\377", 16))});
  }
  static constexpr int kTriangleStrip = 5;
};

TEST_F(Es1Arrays, AreDrawn) {
  scene.trace.call("glDrawArrays(mode, first, count)", {en(kTriangleStrip), 0, 4});
  EXPECT_EQ(pixel_of(picture_after_last_call(), 6, 1), kGreen);
}

TEST_F(Es1Arrays, AreDrawnByIndices) {
  scene.trace.call("glDrawElements(mode, count, type, indices)",
                   {en(kTriangleStrip), 4, en(kUnsignedByte), blob(std::string("\0\1\2\3", 4))});
  EXPECT_EQ(pixel_of(picture_after_last_call(), 6, 1), kGreen);
}

// The arrays that only ES 1.1 has are handled in the same way.
TEST_F(Es1Arrays, PointSizesAreUsed) {
  constexpr int kPointSizeArray = 0x8B9C, kFloat = 0x1406, kPoints = 0;
  scene.trace.call("glEnableClientState(array)", {en(kPointSizeArray)});
  scene.trace.call("glPointSizePointerOES(type, stride, pointer)", {en(kFloat), 0, blob(bytes_of({16, 16, 16, 16}))});
  scene.trace.call("glDrawArrays(mode, first, count)", {en(kPoints), 0, 1});
  EXPECT_EQ(pixel_of(picture_after_last_call(), 5, 2), kGreen);
}

class Es2 : public Es {
 protected:
  Es2() : Es(2) {}
};

// Drivers of ES 3 have this function as glBlitFramebuffer.
TEST_F(Es2, BlitsOfAnExtensionAreIssued) {
  constexpr int kReadFramebuffer = 0x8CA8, kDrawFramebuffer = 0x8CA9, kColorBit = 0x4000, kNearest = 0x2600;
  scene.trace.call("glBindTexture(target, texture)", {en(kTexture2d), 5});
  scene.trace.call("glTexImage2D(target, level, internalformat, width, height, border, format, type, pixels)",
                   {en(kTexture2d), 0, en(kRgba), 8, 8, 0, en(kRgba), en(kUnsignedByte), null()});
  scene.trace.call("glBindFramebuffer(target, framebuffer)", {en(kDrawFramebuffer), 5});
  scene.trace.call("glFramebufferTexture2D(target, attachment, textarget, texture, level)",
                   {en(kDrawFramebuffer), en(kColorAttachment), en(kTexture2d), 5, 0});
  scene.trace.call("glBindFramebuffer(target, framebuffer)", {en(kReadFramebuffer), 0});
  scene.trace.call("glBlitFramebufferANGLE(srcX0, srcY0, srcX1, srcY1, dstX0, dstY0, dstX1, dstY1, mask, filter)",
                   {0, 0, 8, 8, 0, 0, 8, 8, bits(kColorBit), en(kNearest)});
  EXPECT_EQ(pixel_of(picture_after_last_call(), 1, 1), kBlue);
}

}  // namespace
}  // namespace replay
