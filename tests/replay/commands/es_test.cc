// Recordings of OpenGL ES. In its early versions, functions that became core later have the names of extensions.
#include <glad/gl.h>
#include <gtest/gtest.h>

#include "tests/replay/commands/apitrace_scene.h"
#include "tests/replay/commands/program_test.h"

namespace replay {
namespace {

using namespace tests::at;

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
    scene.trace.call("glBindFramebufferOES(target, framebuffer)", {en(GL_FRAMEBUFFER), name});
  }
  // Makes a framebuffer with a texture and fills it with red. Both have the same name.
  void draw_into_texture(int name) {
    scene.trace.call("glBindTexture(target, texture)", {en(GL_TEXTURE_2D), name});
    scene.trace.call("glTexImage2D(target, level, internalformat, width, height, border, format, type, pixels)",
                     {en(GL_TEXTURE_2D), 0, en(GL_RGBA), 4, 2, 0, en(GL_RGBA), en(GL_UNSIGNED_BYTE), null()});
    bind_framebuffer(name);
    scene.trace.call("glFramebufferTexture2DOES(target, attachment, textarget, texture, level)",
                     {en(GL_FRAMEBUFFER), en(GL_COLOR_ATTACHMENT0), en(GL_TEXTURE_2D), name, 0});
    scene.clear(kRedColor);
  }
  void draw_into_renderbuffer(int name) {
    scene.trace.call("glBindRenderbufferOES(target, renderbuffer)", {en(GL_RENDERBUFFER), name});
    scene.trace.call("glRenderbufferStorageOES(target, internalformat, width, height)",
                     {en(GL_RENDERBUFFER), en(GL_RGBA4), 4, 4});
    bind_framebuffer(name);
    scene.trace.call("glFramebufferRenderbufferOES(target, attachment, renderbuffertarget, renderbuffer)",
                     {en(GL_FRAMEBUFFER), en(GL_COLOR_ATTACHMENT0), en(GL_RENDERBUFFER), name});
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
    for (const int array : {GL_VERTEX_ARRAY, GL_COLOR_ARRAY})
      scene.trace.call("glEnableClientState(array)", {en(array)});
    scene.trace.call("glVertexPointer(size, type, stride, pointer)",
                     {2, en(GL_FLOAT), 0, blob(bytes_of({-1, -1, 1, -1, -1, 1, 1, 1}))});
    scene.trace.call(
        "glColorPointer(size, type, stride, pointer)",
        {4, en(GL_UNSIGNED_BYTE), 0, blob(std::string("\0\377\0\377\0\377\0\377\0\377\0\377\0\377\0\377", 16))});
  }
};

TEST_F(Es1Arrays, AreDrawn) {
  scene.trace.call("glDrawArrays(mode, first, count)", {en(GL_TRIANGLE_STRIP), 0, 4});
  EXPECT_EQ(pixel_of(picture_after_last_call(), 6, 1), kGreen);
}

TEST_F(Es1Arrays, AreDrawnByIndices) {
  scene.trace.call("glDrawElements(mode, count, type, indices)",
                   {en(GL_TRIANGLE_STRIP), 4, en(GL_UNSIGNED_BYTE), blob(std::string("\0\1\2\3", 4))});
  EXPECT_EQ(pixel_of(picture_after_last_call(), 6, 1), kGreen);
}

// The arrays that only ES 1.1 has are handled in the same way.
TEST_F(Es1Arrays, PointSizesAreUsed) {
  scene.trace.call("glEnableClientState(array)", {en(GL_POINT_SIZE_ARRAY_OES)});
  scene.trace.call("glPointSizePointerOES(type, stride, pointer)", {en(GL_FLOAT), 0, blob(bytes_of({16, 16, 16, 16}))});
  scene.trace.call("glDrawArrays(mode, first, count)", {en(GL_POINTS), 0, 1});
  EXPECT_EQ(pixel_of(picture_after_last_call(), 5, 2), kGreen);
}

class Es2 : public Es {
 protected:
  Es2() : Es(2) {}
};

// Drivers of ES 3 have this function as glBlitFramebuffer.
TEST_F(Es2, BlitsOfAnExtensionAreIssued) {
  scene.trace.call("glBindTexture(target, texture)", {en(GL_TEXTURE_2D), 5});
  scene.trace.call("glTexImage2D(target, level, internalformat, width, height, border, format, type, pixels)",
                   {en(GL_TEXTURE_2D), 0, en(GL_RGBA), 8, 8, 0, en(GL_RGBA), en(GL_UNSIGNED_BYTE), null()});
  scene.trace.call("glBindFramebuffer(target, framebuffer)", {en(GL_DRAW_FRAMEBUFFER), 5});
  scene.trace.call("glFramebufferTexture2D(target, attachment, textarget, texture, level)",
                   {en(GL_DRAW_FRAMEBUFFER), en(GL_COLOR_ATTACHMENT0), en(GL_TEXTURE_2D), 5, 0});
  scene.trace.call("glBindFramebuffer(target, framebuffer)", {en(GL_READ_FRAMEBUFFER), 0});
  scene.trace.call("glBlitFramebufferANGLE(srcX0, srcY0, srcX1, srcY1, dstX0, dstY0, dstX1, dstY1, mask, filter)",
                   {0, 0, 8, 8, 0, 0, 8, 8, bits(GL_COLOR_BUFFER_BIT), en(GL_NEAREST)});
  EXPECT_EQ(pixel_of(picture_after_last_call(), 1, 1), kBlue);
}

}  // namespace
}  // namespace replay
