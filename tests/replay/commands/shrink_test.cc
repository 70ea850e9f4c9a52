// `replay shrink`, as a user runs it, with each of its questions.
#include <glad/gl.h>

#include <csignal>

#include "tests/replay/commands/apitrace_scene.h"
#include "tests/replay/commands/program_test.h"
#include "tests/replay/paths.h"

namespace replay {
namespace {

using namespace tests::at;

class Shrink : public ProgramTest {
 protected:
  // Frames that do much that has nothing to do with the fault: textures, matrices, rectangles. In each the depth test
  // hides a far rectangle behind a near one.
  void write_scene(int frames = 6) {
    ApitraceScene scene;
    scene.window(32, 32);
    for (int i = 1; i <= 4; ++i) {
      scene.trace.call("glGenTextures(n, textures)", {1}).out(1, items({i}));
      scene.trace.call("glBindTexture(target, texture)", {en(GL_TEXTURE_2D), i});
      scene.trace.call(
          "glTexImage2D(target, level, internalformat, width, height, border, format, type, pixels)",
          {en(GL_TEXTURE_2D), 0, en(GL_RGBA), 2, 2, 0, en(GL_RGBA), en(GL_UNSIGNED_BYTE), blob(std::string(16, 'x'))});
    }
    scene.trace.call("glEnable(cap)", {en(GL_DEPTH_TEST)});
    for (int frame = 0; frame < frames; ++frame) {
      scene.clear(kBlueColor);
      scene.trace.call("glPushMatrix()", {});
      scene.trace.call("glRotatef(angle, x, y, z)", {0.0, 0.0, 0.0, 1.0});
      scene.fill(kRedColor, 0.5);
      scene.trace.call("glPopMatrix()", {});
      scene.trace.call("glGetError()", {}).returns(en(0));
      scene.fill(kGreenColor, -0.5);
      scene.fill(kRedColor, 0.5);
      scene.swap();
    }
    write("scene.trace", scene.bytes());
  }

  Outcome shrink(std::vector<std::string> options) const {
    options.insert(options.begin(), {"shrink", "scene.trace", "-o", "small.trace", "-q"});
    return run(options);
  }
  // How many calls of small.trace have this in their text.
  std::size_t count(const std::string& what) const {
    const std::string text = run({"dump", "small.trace", "--grep", what}).out;
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  }
};

TEST_F(Shrink, KeepsWhatTwoDriversDrawDifferently) {
  write_scene();
  const Outcome outcome = shrink({"--bad", "LP_PERF=no_depth"});
  EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "fault        glEnd differs, call ")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "shows        glEnd differs, call ")) << outcome.out;
  EXPECT_EQ(count("glEnable\\(cap = GL_DEPTH_TEST"), 1u);
  EXPECT_EQ(count("glBegin"), 2u);
  EXPECT_EQ(count("glXSwapBuffers"), 2u);  // the first ends an empty frame, for other tools
  EXPECT_EQ(count("Texture|TexImage|Matrix|GetError"), 0u);
  EXPECT_EQ(count("glViewport\\(x = 0, y = 0, width = 1, height = 1"), 1u);
  EXPECT_EQ(run({"bisect", "small.trace", "--bad", "LP_PERF=no_depth"}).code, 1);
}

// apitrace's replayers give a window its size at the end of a frame, and show garbage where nothing was drawn.
TEST_F(Shrink, AddsAnEmptyFrameForOtherTools) {
  write_scene(1);
  ASSERT_EQ(shrink({"--bad", "LP_PERF=no_depth"}).code, 0);
  const std::string text = run({"dump", "small.trace"}).out;
  const std::size_t size = text.find("glViewport("), end = text.find("glXSwapBuffers("), clear = text.find("glClear(");
  EXPECT_LT(size, end) << text;
  EXPECT_LT(end, clear) << text;
  EXPECT_LT(clear, text.find("glBegin(")) << text;
  EXPECT_TRUE(contains(text, "GL_COLOR_BUFFER_BIT)  // fake")) << text;
}

TEST_F(Shrink, GivesTheSameFileInEveryRun) {
  write_scene(2);
  ASSERT_EQ(shrink({"--bad", "LP_PERF=no_depth", "-j", "1"}).code, 0);
  const std::string first = run({"dump", "small.trace"}).out;
  ASSERT_EQ(shrink({"--bad", "LP_PERF=no_depth", "-j", "3"}).code, 0);
  EXPECT_EQ(run({"dump", "small.trace"}).out, first);
}

TEST_F(Shrink, KeepsWhatCrashesADriver) {
  write_scene(2);
  ApitraceScene scene;
  scene.window(8, 8);
  for (int i = 0; i < 5; ++i) {
    scene.clear(kRedColor);
    scene.trace.call("glDrawArrays(mode, first, count)", {en(4), 0, 3}).call("glFlush()", {});
  }
  scene.swap();
  write("scene.trace", scene.bytes());
  const Outcome outcome = shrink({"--bad", "SDL_VIDEO_EGL_DRIVER=" BROKEN_DRIVER " BROKEN_DRIVER=crash=3", "--crash"});
  EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "fault        SIGSEGV in glDrawArrays, call ")) << outcome.out;
  EXPECT_EQ(count("glDrawArrays"), 3u);
  EXPECT_EQ(count("glClear|glFlush"), 0u);
}

TEST_F(Shrink, KeepsTheStateThatADriverCrashesIn) {
  ApitraceScene scene;
  scene.window(8, 8);
  for (const int capability : {GL_DITHER, GL_BLEND, GL_SCISSOR_TEST}) {
    scene.trace.call("glEnable(cap)", {en(capability)});
    scene.clear(kRedColor);
    for (int i = 0; i < 3; ++i) scene.trace.call("glDrawArrays(mode, first, count)", {en(4), 0, 3});
    scene.trace.call("glDisable(cap)", {en(capability)});
    scene.swap();
  }
  write("scene.trace", scene.bytes());
  const std::string fault = "BROKEN_DRIVER=enabled=" + std::to_string(GL_BLEND);
  const Outcome outcome = shrink({"--bad", "SDL_VIDEO_EGL_DRIVER=" BROKEN_DRIVER " " + fault, "--crash"});
  EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
  EXPECT_EQ(count("glDrawArrays"), 1u);
  EXPECT_EQ(count("glEnable\\(cap = GL_BLEND"), 1u);
  EXPECT_EQ(count("glEnable"), 1u);
  EXPECT_EQ(count("glClear|glDisable|SwapBuffers"), 0u);
}

TEST_F(Shrink, KeepsAnError) {
  ApitraceScene scene;
  scene.window(8, 8).clear(kRedColor);
  scene.trace.call("glEnable(cap)", {en(0x1)}).call("glEnable(cap)", {en(GL_BLEND)});
  scene.trace.call("glDepthFunc(func)", {en(0x2)});
  scene.clear(kBlueColor).swap();
  write("scene.trace", scene.bytes());
  const Outcome outcome = shrink({"--error", "GL_INVALID_ENUM"});
  EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "fault        GL_INVALID_ENUM in glEnable, call ")) << outcome.out;
  EXPECT_EQ(count("glEnable"), 1u);
  EXPECT_EQ(count("glClear|glDepthFunc"), 0u);
}

TEST_F(Shrink, KeepsAWrongPicture) {
  ApitraceScene scene;
  scene.window(8, 8).clear(kBlueColor).clear_box(0, 0, 4, 4, kRedColor).swap();
  write("right.trace", scene.bytes());
  ASSERT_EQ(run({"right.trace", "--frame", "0", "-o", "right.png"}).code, 0);
  ApitraceScene wrong;
  wrong.window(8, 8).clear(kBlueColor).clear_box(0, 0, 4, 4, kGreenColor).clear_box(4, 4, 4, 4, kBlueColor).swap();
  write("scene.trace", wrong.bytes());
  const Outcome outcome = shrink({"--expect-not", "right.png"});
  EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
  EXPECT_EQ(count("glClear\\("), 2u);  // what is green is wrong, and nothing else; other tools need the first
  EXPECT_EQ(count("green = 1"), 1u);
}

TEST_F(Shrink, KeepsWhatACommandAsksFor) {
  write_scene(3);
  const std::string program = std::filesystem::canonical(REPLAY_PROGRAM).string();
  const Outcome outcome =
      shrink({"--while", "! test $(" + program + " dump {} --grep glVertex3f | wc -l) -ge 3", "-j", "2"});
  EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
  EXPECT_EQ(count("glVertex3f"), 3u);
  EXPECT_EQ(count("glClear|Matrix|Texture"), 0u);
}

TEST_F(Shrink, MakesContentsSmallerUnlessToldNotTo) {
  // Every other texel is white, and the picture is grey where the driver filters.
  std::string pixels;
  for (int i = 0; i < 64 * 32; ++i) pixels += i % 2 == 0 ? std::string(4, '\xff') : std::string(4, '\0');
  ApitraceScene scene;
  scene.window(16, 16).clear(kRedColor);
  scene.trace.call("glTexParameteri(target, pname, param)",
                   {en(GL_TEXTURE_2D), en(GL_TEXTURE_MIN_FILTER), en(GL_LINEAR)});
  scene.trace.call("glTexImage2D(target, level, internalformat, width, height, border, format, type, pixels)",
                   {en(GL_TEXTURE_2D), 0, en(GL_RGBA), 64, 32, 0, en(GL_RGBA), en(GL_UNSIGNED_BYTE), blob(pixels)});
  scene.trace.call("glEnable(cap)", {en(GL_TEXTURE_2D)});
  scene.trace.call("glTexCoord2f(s, t)", {0.5, 0.5});
  scene.fill(kGreenColor).swap();
  write("scene.trace", scene.bytes());
  const Outcome kept = shrink({"--bad", "LP_PERF=no_linear", "--keep-contents"});
  ASSERT_EQ(kept.code, 0) << kept.out << kept.err;
  EXPECT_EQ(count("width = 64, height = 32.*blob\\(8192"), 1u);
  EXPECT_EQ(count("glViewport\\(x = 0, y = 0, width = 16, height = 16"), 1u);
  ASSERT_EQ(shrink({"--bad", "LP_PERF=no_linear"}).code, 0);
  EXPECT_EQ(count("width = 64|height = 32|blob\\(8192"), 0u) << run({"dump", "small.trace"}).out;
  EXPECT_EQ(count("glViewport\\(x = 0, y = 0, width = 1, height = 1"), 1u);
}

TEST_F(Shrink, DropsLinesOfShadersWhenAsked) {
  Scene scene;
  scene.window(8, 8).program(
      "uniform float unused;  // nobody sets it\nout vec4 color;\n"
      "void main() {\n  float also_unused = 1.0;\n  color = vec4(0, 1, 0, 0.5);\n}\n",
      {});
  scene.trace.declare("glBlendFunc(UnsignedInt:g, UnsignedInt:g)");
  scene.trace.call("glEnable", {GL_BLEND}).call("glBlendFunc", {GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA});
  scene.draw().swap();
  scene.write(path("scene.trace"));
  const Outcome kept = shrink({"--bad", "LP_PERF=no_blend"});
  ASSERT_EQ(kept.code, 0) << kept.out << kept.err;
  EXPECT_EQ(count("nobody sets it"), 1u);
  ASSERT_EQ(shrink({"--bad", "LP_PERF=no_blend", "--shaders"}).code, 0);
  EXPECT_EQ(count("nobody sets it|unused"), 0u) << run({"dump", "small.trace"}).out;
  EXPECT_EQ(count("color = vec4"), 1u) << "without it the colour is undefined";
}

TEST_F(Shrink, CannotJudgeWithoutTheFault) {
  write_scene(1);
  EXPECT_EQ(shrink({"--bad", "LP_NUM_THREADS=1"}).code, 125);
  EXPECT_EQ(shrink({"--crash"}).code, 125);
  EXPECT_EQ(shrink({"--error", "GL_INVALID_ENUM"}).code, 125);
  EXPECT_EQ(shrink({"--while", "true {}"}).code, 125);
  EXPECT_EQ(shrink({"--while", "exit 125 {}"}).code, 125);
  EXPECT_FALSE(exists("small.trace"));
  EXPECT_EQ(shrink({}).code, 2);
  EXPECT_EQ(shrink({"--while", "true"}).code, 2);
  EXPECT_EQ(shrink({"--crash", "--error", "GL_INVALID_ENUM"}).code, 2);
  EXPECT_EQ(run({"shrink", "scene.trace", "-o", "scene.trace", "--crash"}).code, 2);
}

TEST_F(Shrink, LooksForNothingThatItCannotWrite) {
  write_scene(1);
  const Outcome outcome =
      run({"shrink", "scene.trace", "-o", "missing/small.trace", "--while", "touch tried; false {}"});
  EXPECT_EQ(outcome.code, 125);
  EXPECT_NE(outcome.err.find("cannot write 'missing/small.trace'"), std::string::npos) << outcome.err;
  EXPECT_FALSE(exists("tried"));
}

TEST_F(Shrink, WritesTheSmallestSoFarWhenTimeIsOver) {
  write_scene(6);
  const Outcome outcome = shrink({"--while", "sleep 0.2; false {}", "--time", "2"});
  EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
  EXPECT_TRUE(exists("small.trace"));
}

TEST_F(Shrink, CannotJudgeWhenTimeIsOverBeforeTheFaultIsFound) {
  write_scene(6);
  const Outcome outcome = shrink({"--bad", "LP_PERF=no_depth", "--time", "0.001"});
  EXPECT_EQ(outcome.code, 125) << outcome.out;
  EXPECT_TRUE(contains(outcome.err, "the time was over before it was known what differs")) << outcome.err;
  EXPECT_FALSE(exists("small.trace"));
}

}  // namespace
}  // namespace replay
