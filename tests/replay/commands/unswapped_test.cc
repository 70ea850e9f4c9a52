// Recordings without a swap, and the picture that takes the place of their frame.
#include <glad/gl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <thread>

#include "tests/replay/commands/apitrace_scene.h"
#include "tests/replay/commands/program_test.h"

namespace replay {
namespace {

using namespace tests::at;

class Unswapped : public ProgramTest {
 protected:
  static constexpr std::uint64_t kPbuffer = 0x40;

  // Makes a context of OpenGL current, with the surface or (for 0) without one.
  void context_on(std::uint64_t surface) {
    scene.trace.call("eglBindAPI(api)", {en(0x30A2)}).returns(en(1, "EGLBoolean"));
    if (surface != 0) {
      scene.trace
          .call("eglCreatePbufferSurface(dpy, config, attrib_list)",
                {ptr(0x10), ptr(0x20), items({en(0x3057), 6, en(0x3056), 6, en(0x3038)})})
          .returns(ptr(surface));
    }
    scene.trace
        .call("eglCreateContext(dpy, config, share_context, attrib_list)",
              {ptr(0x10), ptr(0x20), null(), items({en(0x3038)})})
        .returns(ptr(0x30));
    make_current(surface, 0x30);
  }
  void make_current(std::uint64_t surface, std::uint64_t context) {
    const auto handle = [](std::uint64_t number) { return number != 0 ? ptr(number) : null(); };
    scene.trace
        .call("eglMakeCurrent(dpy, draw, read, ctx)", {ptr(0x10), handle(surface), handle(surface), handle(context)})
        .returns(en(1, "EGLBoolean"));
  }
  // Makes a framebuffer with a renderbuffer of 4x2 pixels.
  void framebuffer(int name) {
    scene.trace.call("glBindRenderbuffer(target, renderbuffer)", {en(GL_RENDERBUFFER), name});
    scene.trace.call("glRenderbufferStorage(target, internalformat, width, height)",
                     {en(GL_RENDERBUFFER), en(GL_RGBA8), 4, 2});
    bind(name);
    scene.trace.call("glFramebufferRenderbuffer(target, attachment, renderbuffertarget, renderbuffer)",
                     {en(GL_FRAMEBUFFER), en(GL_COLOR_ATTACHMENT0), en(GL_RENDERBUFFER), name});
  }
  void bind(int name) { scene.trace.call("glBindFramebuffer(target, framebuffer)", {en(GL_FRAMEBUFFER), name}); }
  void clean_up() {
    bind(0);
    scene.trace.call("glDeleteFramebuffers(n, framebuffers)", {2, items({5, 6})});
    make_current(0, 0);
    scene.trace.call("eglDestroyContext(dpy, ctx)", {ptr(0x10), ptr(0x30)}).returns(en(1, "EGLBoolean"));
  }
  Outcome outcome(std::vector<std::string> arguments) {
    write("scene.trace", scene.bytes());
    arguments.insert(arguments.begin(), "scene.trace");
    return run(arguments);
  }
  // Returns the picture, and expects a message that it is not a frame.
  Picture picture_in_place_of_a_frame(const std::string& frame = "last") {
    const Outcome replayed = outcome({"--frame", frame, "-o", "picture.png"});
    EXPECT_EQ(replayed.code, 0) << replayed.err;
    EXPECT_TRUE(contains(replayed.err, "the recording has no frame")) << replayed.err;
    EXPECT_TRUE(contains(replayed.err, "--call N")) << replayed.err;
    return exists("picture.png") ? read_png(path("picture.png")) : Picture{};
  }

  ApitraceScene scene;
};

TEST_F(Unswapped, WithoutASurfaceItIsTheFramebufferThatIsDrawnIntoLast) {
  context_on(0);
  framebuffer(5);
  scene.clear(kRedColor);
  framebuffer(6);
  scene.clear(kGreenColor);
  bind(5);
  const Picture picture = picture_in_place_of_a_frame();
  EXPECT_EQ(picture.width, 4);
  EXPECT_EQ(picture.height, 2);
  EXPECT_EQ(pixel_of(picture, 1, 1), kGreen);
}

TEST_F(Unswapped, AFramebufferThatIsDeletedAtTheEndIsShown) {
  context_on(0);
  framebuffer(5);
  scene.clear(kRedColor);
  clean_up();
  for (const char* frame : {"last", "0"}) EXPECT_EQ(pixel_of(picture_in_place_of_a_frame(frame), 1, 1), kRed) << frame;
}

TEST_F(Unswapped, APbufferThatNothingIsDrawnIntoIsNoWindow) {
  context_on(kPbuffer);
  framebuffer(5);
  scene.clear(kRedColor);
  bind(0);
  EXPECT_EQ(pixel_of(picture_in_place_of_a_frame(), 1, 1), kRed);
}

TEST_F(Unswapped, ACallMayNameTheFramebuffer) {
  context_on(0);
  framebuffer(5);
  framebuffer(6);
  scene.clear(kRedColor);
  scene.trace.call("glClearNamedFramebufferfv(framebuffer, buffer, drawbuffer, value)",
                   {5, en(GL_COLOR), 0, items({0.0, 1.0, 0.0, 1.0})});
  EXPECT_EQ(pixel_of(picture_in_place_of_a_frame(), 1, 1), kGreen);
}

TEST_F(Unswapped, AListThatIsOnlyCompiledDrawsNothing) {
  context_on(0);
  framebuffer(5);
  scene.clear(kRedColor);
  framebuffer(6);
  scene.trace.call("glNewList(list, mode)", {1, en(GL_COMPILE)});
  scene.clear(kGreenColor);
  scene.trace.call("glEndList()", {});
  EXPECT_EQ(pixel_of(picture_in_place_of_a_frame(), 1, 1), kRed);
}

TEST_F(Unswapped, AWindowThatIsDrawnIntoIsTheFrameWhateverFollows) {
  context_on(kPbuffer);
  scene.clear(kBlueColor);
  framebuffer(5);
  scene.clear(kRedColor);
  const Outcome replayed = outcome({"--frame", "last", "-o", "picture.png"});
  EXPECT_EQ(replayed.code, 0) << replayed.err;
  EXPECT_FALSE(contains(replayed.err, "has no frame")) << replayed.err;
  EXPECT_EQ(read_png(path("picture.png")).width, 6);
  EXPECT_EQ(pixel_of(read_png(path("picture.png")), 1, 1), kBlue);
}

TEST_F(Unswapped, AWindowThatIsReleasedAtTheEndIsShown) {
  context_on(kPbuffer);
  scene.clear(kBlueColor);
  clean_up();
  EXPECT_EQ(outcome({"--frame", "0", "-o", "picture.png"}).code, 0);
  EXPECT_EQ(pixel_of(read_png(path("picture.png")), 1, 1), kBlue);
}

TEST_F(Unswapped, WithoutADrawThereIsNoPicture) {
  context_on(0);
  const Outcome replayed = outcome({"--frame", "last", "-o", "picture.png"});
  EXPECT_EQ(replayed.code, 125);
  EXPECT_TRUE(contains(replayed.err, "the recording has no frame")) << replayed.err;
  EXPECT_FALSE(exists("picture.png"));
}

// A stream can only be read once, so it is not known in advance where its last draw is.
TEST_F(Unswapped, AStreamShowsWhatIsDrawnIntoAtItsEnd) {
  context_on(0);
  framebuffer(5);
  scene.clear(kRedColor);
  ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
  std::thread writer([&] { write("pipe", scene.bytes()); });
  const Outcome replayed = run({"pipe", "--frame", "0", "-o", "picture.png"});
  writer.join();
  EXPECT_EQ(replayed.code, 0) << replayed.err;
  EXPECT_TRUE(contains(replayed.err, "the recording has no frame")) << replayed.err;
  EXPECT_EQ(pixel_of(read_png(path("picture.png")), 1, 1), kRed);
}

TEST_F(Unswapped, HashesAndVerdictsAreOfTheSamePicture) {
  context_on(0);
  framebuffer(5);
  scene.clear(kRedColor);
  const std::string last = std::to_string(scene.trace.calls() - 1);
  clean_up();
  const std::string by_call = outcome({"--call", last, "--hash"}).out;
  const std::string hash = by_call.substr(by_call.rfind(' ') + 1, 32);
  EXPECT_EQ(outcome({"--frame", "last", "--hash"}).out, "frame 0 " + hash + "\n");
  EXPECT_EQ(outcome({"--frame", "last", "--expect", hash}).code, 0);
  EXPECT_EQ(outcome({"--frame", "0", "--expect", std::string(32, '0')}).code, 1);
  write("corpus.yml", "traces:\n  scene.trace:\n    any:\n      checksum: " + hash + "\n");
  const Outcome corpus = run({"run", "corpus.yml", "--device", "any", "-o", "results"});
  EXPECT_EQ(corpus.code, 0) << corpus.out << corpus.err;
}

TEST_F(Unswapped, InfoReportsIt) {
  context_on(0);
  framebuffer(5);
  scene.clear(kRedColor);
  const std::string last = std::to_string(scene.trace.calls() - 1);
  write("scene.trace", scene.bytes());
  const Outcome info = run({"info", "scene.trace"});
  EXPECT_TRUE(contains(info.out, "frames     1, for which framebuffer object 5 stands after call " + last)) << info.out;
}

}  // namespace
}  // namespace replay
