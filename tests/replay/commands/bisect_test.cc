// `replay bisect`, whose bad side is a driver with chosen faults.
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "replay/process/child_process.h"
#include "tests/replay/commands/program_test.h"
#include "tests/replay/paths.h"

namespace replay {
namespace {

std::string fault(const std::string& text) { return "SDL_VIDEO_EGL_DRIVER=" BROKEN_DRIVER " BROKEN_DRIVER=" + text; }

class Bisect : public ProgramTest {
 protected:
  // Writes frames of a clear and `draws` draws. The draws paint the columns one after the other.
  void write_trace(int frames, int draws, int columns = 8) const {
    Scene scene;
    scene.window(columns, 4);
    scene.program("out vec4 c; void main() { c = vec4(1.0, 1.0, 1.0, 1.0); }", {});
    for (int frame = 0; frame < frames; ++frame) {
      scene.trace.call("glDisable", {0x0C11});
      scene.clear(kRedColor);
      scene.trace.call("glEnable", {0x0C11});
      for (int draw = 0; draw < draws; ++draw) {
        scene.trace.call("glScissor", {draw % columns, 0, 1, 4});
        scene.draw();
      }
      scene.swap();
    }
    scene.write(path("t.wip15"));
  }
  nlohmann::json found() const {
    return nlohmann::json::parse(std::ifstream(path("bisect/bisect.json")), nullptr, false);
  }
  // Returns the number of the n-th glDrawArrays call, where n counts from 1.
  std::uint64_t draw_call(int n) const {
    const std::string text = run({"dump", "t.wip15", "--call", "draw"}).out;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      if (contains(line, "glDrawArrays") && --n == 0) return std::stoull(line);
    }
    return 0;
  }
  std::string text_of(const std::string& name) const {
    std::ifstream in(path(name));
    return {std::istreambuf_iterator<char>(in), {}};
  }
};

TEST_F(Bisect, NamesTheFirstCallThatDiffers) {
  write_trace(4, 6);
  const Outcome outcome = run({"bisect", "t.wip15", "--bad", fault("skip=9")});
  EXPECT_EQ(outcome.code, 1) << outcome.err;
  EXPECT_EQ(found()["first"]["call"], draw_call(9));
  EXPECT_EQ(found()["first"]["frame"], 1);
  EXPECT_EQ(found()["first"]["program"], Scene::kProgram);
  EXPECT_TRUE(contains(outcome.out, "glDrawArrays(mode = GL_TRIANGLES")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "window color: 4 of 32 pixels (12.50 %) differ, by up to 255 at (2, 0)"))
      << outcome.out;
  EXPECT_EQ(pixel_of(read_png(path("bisect/bad_window_color.png")), 2, 0), kRed);
  EXPECT_EQ(pixel_of(read_png(path("bisect/good_window_color.png")), 2, 0), (Pixel{255, 255, 255, 255}));
  EXPECT_TRUE(contains(text_of("bisect/report.html"), "c = vec4(1.0, 1.0, 1.0, 1.0)"));
  EXPECT_TRUE(contains(text_of("bisect/state.diff"), "/framebuffers/0/window color/hash"));
}

// The limits apply to both sides and to the process that searches for the calls.
TEST_F(Bisect, ObeysLimits) {
  write_trace(2, 1, 4096);
  EXPECT_EQ(run({"bisect", "t.wip15", "--limit", "storage=1M", "--limit", "name-bytes=100"}).code, 0);
  const Outcome window = run({"bisect", "t.wip15", "--limit", "storage=1"});
  EXPECT_EQ(window.code, 125);
  EXPECT_TRUE(contains(window.err, "needs more memory than --limit storage=1")) << window.err;
  EXPECT_EQ(run({"bisect", "t.wip15", "--limit", "name-bytes=4"}).code, 125);
}

TEST_F(Bisect, FindsNothingWhenNothingDiffers) {
  write_trace(2, 3);
  const Outcome outcome = run({"bisect", "t.wip15"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "no drawing call differs")) << outcome.out;
}

// The difference is late in a long trace. There are far fewer read-backs than calls, and the answer is the same as
// with one for each call.
TEST_F(Bisect, ComparesAfterFewCallsAndFindsTheSame) {
  write_trace(20, 100, 40);
  for (const int draw : {1501, 1507, 1540, 1923}) {
    EXPECT_EQ(run({"bisect", "t.wip15", "--bad", fault("skip=" + std::to_string(draw))}).code, 1);
    EXPECT_EQ(found()["first"]["call"], draw_call(draw));
    EXPECT_LT(found()["read_backs"], 500) << draw;
    EXPECT_FALSE(found()["every_call_checked"]);
  }
  EXPECT_EQ(run({"bisect", "t.wip15", "--bad", fault("skip=1501"), "--exhaustive"}).code, 1);
  EXPECT_EQ(found()["first"]["call"], draw_call(1501));
  EXPECT_TRUE(found()["every_call_checked"]);
}

// Each eighth draw paints the same column, so the difference is not visible at the end of the frame.
TEST_F(Bisect, FindsWhatIsPaintedOverBeforeTheFrameEnds) {
  write_trace(3, 20);
  EXPECT_EQ(run({"bisect", "t.wip15", "--bad", fault("skip=22")}).code, 1);
  EXPECT_EQ(found()["first"]["call"], draw_call(22));
}

TEST_F(Bisect, ObeysTheTolerance) {
  write_trace(2, 6);
  EXPECT_EQ(run({"bisect", "t.wip15", "--bad", fault("skip=3"), "--tolerance", "0:13"}).code, 0);
  EXPECT_EQ(run({"bisect", "t.wip15", "--bad", fault("skip=3"), "--tolerance", "0:12"}).code, 1);
  EXPECT_EQ(run({"bisect", "t.wip15", "--good", "GALLIUM_DRIVER=softpipe", "--tolerance", "8:0.1"}).code, 0);
}

TEST_F(Bisect, ACrashOfTheBadSideIsAVerdict) {
  write_trace(2, 6);
  const Outcome bad = run({"bisect", "t.wip15", "--bad", fault("crash=9")});
  EXPECT_EQ(bad.code, 1) << bad.err;
  EXPECT_TRUE(contains(bad.out, "crashed (SIGSEGV) in call " + std::to_string(draw_call(9)) + " glDrawArrays, frame 1"))
      << bad.out;
  EXPECT_EQ(run({"bisect", "t.wip15", "--bad", fault("crash=9"), "--crash", "skip"}).code, 125);
  EXPECT_EQ(run({"bisect", "t.wip15", "--good", fault("crash=9")}).code, 125);
  const Outcome hang = run({"bisect", "t.wip15", "--bad", fault("hang=9"), "--timeout", "2"});
  EXPECT_EQ(hang.code, 125);
  EXPECT_TRUE(contains(hang.out, "hung")) << hang.out;
}

// After the last draw nothing is compared, but a crash there counts as well.
TEST_F(Bisect, ACrashAfterTheLastDrawIsAVerdict) {
  Scene scene;
  scene.window(8, 4).program("out vec4 c; void main() { c = vec4(1.0, 1.0, 1.0, 1.0); }", {});
  scene.clear(kRedColor).draw().swap();
  scene.trace.declare("glFinish()").call("glFinish", {});
  scene.write(path("t.wip15"));
  for (const auto& [name, where] :
       {std::pair("finish-crash=0", "in call "), std::pair("unload=0", "after the last call")}) {
    const std::string crash = fault(name);
    const Outcome bad = run({"bisect", "t.wip15", "--bad", crash});
    EXPECT_EQ(bad.code, 1) << bad.out;
    EXPECT_TRUE(contains(bad.out, std::string("crashed (SIGSEGV) ") + where)) << bad.out;
    const Outcome both = run({"bisect", "t.wip15", "--good", crash, "--bad", crash});
    EXPECT_EQ(both.code, 125) << both.out;
    EXPECT_TRUE(contains(both.err, "the good side crashed (SIGSEGV) ") && contains(both.err, "; and the bad side"))
        << both.err;
    const Outcome good = run({"bisect", "t.wip15", "--good", crash});
    EXPECT_EQ(good.code, 125) << good.out;
    EXPECT_TRUE(contains(good.err, "the good side crashed") && !contains(good.err, "; and the bad side")) << good.err;
  }
}

TEST_F(Bisect, ASideThatIsKilledSaysNothingAboutTheDriver) {
  write_trace(2, 6);
  const Outcome outcome = run({"bisect", "t.wip15", "--bad", fault("kill=9")});
  EXPECT_EQ(outcome.code, 125) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "was killed (SIGKILL)")) << outcome.out;
}

TEST_F(Bisect, TellsWhatIsKnownWhenItIsAskedToEnd) {
  write_trace(2, 6);
  const Outcome outcome = run({"bisect", "t.wip15", "--bad", fault("ask-parent=9"), "--exhaustive"});
  EXPECT_EQ(outcome.code, 125) << outcome.out;
  EXPECT_TRUE(contains(outcome.err, "ended by SIGTERM: no difference up to call ")) << outcome.err;
}

TEST_F(Bisect, ReportsBeforeItStartsThatTheSidesDoNotDiffer) {
  write_trace(1, 1);
  const std::string same = "both sides have the same environment",
                    driver = "both sides run the same driver, of the same files";
  EXPECT_TRUE(contains(run({"bisect", "t.wip15"}).err, same));
  EXPECT_TRUE(contains(run({"bisect", "t.wip15", "--good", "A=1", "--bad", "A=2 A=1"}).err, same));
  EXPECT_TRUE(contains(run({"bisect", "t.wip15", "--bad", "GALLIUM_DRIVER=llvmpipe"}).err, same));  // it is the default
  const Outcome mistyped = run({"bisect", "t.wip15", "--bad", "GALIUM_DRIVER=softpipe"});
  EXPECT_TRUE(contains(mistyped.err, driver) && contains(mistyped.err, "the bad side is llvmpipe")) << mistyped.err;
  const Outcome other = run({"bisect", "t.wip15", "--bad", "GALLIUM_DRIVER=softpipe", "--tolerance", "255"});
  EXPECT_FALSE(contains(other.err, "both sides")) << other.err;
  EXPECT_TRUE(contains(other.err, "the bad side is softpipe")) << other.err;
  EXPECT_FALSE(contains(run({"bisect", "t.wip15", "--bad", fault("none=0")}).err, "both sides"));
}

TEST_F(Bisect, AVerdictTakesPrecedenceOverALostReport) {
  write_trace(2, 6);
  write("file", "no folder");
  const Outcome outcome = run({"bisect", "t.wip15", "--bad", fault("skip=9"), "-o", "file"});
  EXPECT_EQ(outcome.code, 1) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "glDrawArrays(mode = GL_TRIANGLES")) << outcome.out;
  EXPECT_TRUE(contains(outcome.err, "file")) << outcome.err;
}

TEST_F(Bisect, WhatCannotBeComparedCannotBeJudged) {
  write_trace(1, 1);
  EXPECT_EQ(run({"bisect", "none.wip15"}).code, 125);
  EXPECT_EQ(run({"bisect", "t.wip15", "--bad", "/no/such/wrapper"}).code, 125);
  EXPECT_EQ(run({"bisect", "t.wip15", "--bad", "SDL_VIDEO_EGL_DRIVER=/no/such/library.so"}).code, 125);
  EXPECT_EQ(run({"bisect", "t.wip15", "--bad", "'open"}).code, 2);
  EXPECT_EQ(run({"bisect"}).code, 2);
}

// The difference is drawn off-screen in frame 0 and shown in frame 2.
TEST_F(Bisect, FindsADifferenceInATextureThatIsShownLater) {
  Scene scene;
  scene.window(8, 4);
  scene.program(
      "uniform sampler2D t; out vec4 c; void main() { c = texelFetch(t, ivec2(0, 0), 0) + vec4(0.0, 0.5, 0.0, 1.0); }",
      {});
  scene.trace.call("glGenTextures", {1, tests::list({5})}).call("glBindTexture", {0x0DE1, 5});
  scene.trace.call("glTexImage2D", {0x0DE1, 0, 0x8058, 8, 4, 0, 0x1908, 0x1401, std::string(128, '\0')});
  scene.trace.call("glTexParameteri", {0x0DE1, 0x2801, 0x2600});
  scene.trace.call("glGenFramebuffers", {1, tests::list({6})}).call("glBindFramebuffer", {0x8D40, 6});
  scene.trace.call("glFramebufferTexture2D", {0x8D40, 0x8CE0, 0x0DE1, 5, 0});
  scene.trace.call("glBindTexture", {0x0DE1, 0});
  scene.draw();  // the first draw, into the texture
  scene.trace.call("glBindFramebuffer", {0x8D40, 0});
  scene.clear(kRedColor).swap().clear(kRedColor).swap();
  scene.trace.call("glBindTexture", {0x0DE1, 5});
  scene.draw().swap();
  scene.write(path("t.wip15"));
  EXPECT_EQ(run({"bisect", "t.wip15", "--bad", fault("skip=1")}).code, 1);
  EXPECT_EQ(found()["first"]["call"], draw_call(1));
  EXPECT_EQ(found()["first"]["frame"], 0);
  EXPECT_EQ(found()["first"]["draw_framebuffer"], 6);
  EXPECT_EQ(found()["first"]["images"][0]["name"], "color 0");
}

// With LP_PERF=no_tex, Mesa compiles other code and finds it in its cache by the same key.
TEST_F(Bisect, SidesDoNotRunEachOthersShaders) {
  Scene scene;
  scene.window(8, 4);
  scene.program("uniform sampler2D t; out vec4 c; void main() { c = texture(t, vec2(0.5, 0.5)); }", {});
  scene.trace.call("glGenTextures", {1, tests::list({5})}).call("glBindTexture", {0x0DE1, 5});
  scene.trace.call("glTexImage2D", {0x0DE1, 0, 0x8058, 1, 1, 0, 0x1908, 0x1401, std::string(4, '\x55')});
  scene.trace.call("glTexParameteri", {0x0DE1, 0x2801, 0x2600});
  scene.clear(kRedColor).draw().swap();
  scene.write(path("t.wip15"));
  ::setenv("MESA_SHADER_CACHE_DIR", path("shaders").c_str(), 1);
  EXPECT_EQ(run({"t.wip15", "--frame", "0", "-o", "first.png"}).code, 0);
  const Outcome outcome = run({"bisect", "t.wip15", "--bad", "LP_PERF=no_tex"});
  ::unsetenv("MESA_SHADER_CACHE_DIR");
  EXPECT_EQ(outcome.code, 1) << outcome.out;
  EXPECT_EQ(found()["first"]["call"], draw_call(1));
}

// Calls that write a texture or a buffer, not a framebuffer. The wrong call is found, and not the draw that shows it.

class BisectWrites : public Bisect {
 protected:
  void SetUp() override {
    Bisect::SetUp();
    scene.context(Scene::kContext, 0, 4, 3).make_current_sized(4, 4);
  }
  // Makes texture 5: 4x4 white pixels.
  void texture() {
    scene.trace.call("glGenTextures", {1, tests::list({5})}).call("glBindTexture", {0x0DE1, 5});
    scene.trace.call("glTexImage2D", {0x0DE1, 0, 0x8058, 4, 4, 0, 0x1908, 0x1401, std::string(64, '\xff')});
    scene.trace.call("glTexParameteri", {0x0DE1, 0x2801, 0x2600});
  }
  // Makes a program of one shader and uses it.
  void only_shader(int stage, const std::string& source, const std::string& varying = "") {
    scene.trace.call("glCreateProgram", {}).returns(901);
    scene.trace.call("glCreateShader", {stage}).returns(902);
    scene.trace.call("glShaderSource", {902, 1, tests::list({"#version 430 core\n" + source}), tests::list({})});
    scene.trace.call("glCompileShader", {902}).call("glAttachShader", {901, 902});
    if (!varying.empty()) scene.trace.call("glTransformFeedbackVaryings", {901, 1, tests::list({varying}), 0x8C8C});
    scene.trace.call("glLinkProgram", {901}).call("glUseProgram", {901});
  }
  void expect_named(const std::string& fault_text, const std::string& function, const std::string& image) {
    scene.program("uniform sampler2D t; out vec4 c; void main() { c = textureLod(t, vec2(0.5), 2.0); }", {});
    scene.draw().swap().write(path("t.wip15"));
    const Outcome outcome = run({"bisect", "t.wip15", "--bad", fault(fault_text)});
    EXPECT_EQ(outcome.code, 1) << outcome.out << outcome.err;
    const nlohmann::json first = found()["first"];
    EXPECT_TRUE(contains(first.value("text", ""), function)) << first;
    std::string images;
    for (const auto& entry : first["images"]) {
      if (entry["differs"]) images += entry["name"].get<std::string>() + ";";
    }
    EXPECT_TRUE(contains(images, image + ";")) << first;
  }

  Scene scene;
};

TEST_F(BisectWrites, FindsMipmaps) {
  texture();
  scene.trace.call("glGenerateMipmap", {0x0DE1});
  expect_named("without=glGenerateMipmap", "glGenerateMipmap(", "texture 5 level 2");
}

TEST_F(BisectWrites, FindsCopiesIntoATexture) {
  texture();
  scene.clear(kRedColor);
  scene.trace.call("glCopyTexSubImage2D", {0x0DE1, 0, 0, 0, 0, 0, 2, 2});
  expect_named("without=glCopyTexSubImage2D", "glCopyTexSubImage2D(", "texture 5 level 0");
}

TEST_F(BisectWrites, FindsDispatchesThatStoreInAnImage) {
  texture();
  scene.trace.call("glBindImageTexture", {0, 5, 0, 0, 0, 0x88B9, 0x8058});
  only_shader(0x91B9,
              "layout(local_size_x = 1) in; layout(rgba8, binding = 0) writeonly uniform image2D i;"
              "void main() { imageStore(i, ivec2(gl_WorkGroupID.xy), vec4(1, 0, 0, 1)); }");
  scene.trace.call("glDispatchCompute", {4, 1, 1});
  expect_named("without=glDispatchCompute", "glDispatchCompute(", "texture 5 level 0");
}

TEST_F(BisectWrites, FindsDispatchesThatStoreInABuffer) {
  scene.buffer(8, 0x90D2, std::string(16, '\0'));
  scene.trace.call("glBindBufferBase", {0x90D2, 0, 8});
  only_shader(0x91B9,
              "layout(local_size_x = 1) in; layout(binding = 0) buffer B { uint values[]; };"
              "void main() { values[gl_WorkGroupID.x] = 7u; }");
  scene.trace.call("glDispatchCompute", {4, 1, 1});
  expect_named("without=glDispatchCompute", "glDispatchCompute(", "buffer 8 from 0");
}

TEST_F(BisectWrites, FindsTransformFeedback) {
  scene.buffer(8, 0x8C8E, std::string(64, '\0'));
  only_shader(0x8B31, "out vec4 v; void main() { v = vec4(gl_VertexID + 1); }", "v");
  scene.trace.call("glGenVertexArrays", {1, tests::list({7})}).call("glBindVertexArray", {7});
  scene.trace.call("glBindBufferBase", {0x8C8E, 0, 8}).call("glEnable", {0x8C89});
  scene.trace.call("glBeginTransformFeedback", {0}).call("glDrawArrays", {0, 0, 4}).call("glEndTransformFeedback", {});
  scene.trace.call("glDisable", {0x8C89});
  expect_named("skip=1", "glEndTransformFeedback(", "buffer 8 from 0");
}

// The driver does not accept a texture as an attachment. The first draw into it is the first call whose result differs.
TEST_F(BisectWrites, FindsAFramebufferThatIsIncompleteOnOneSide) {
  texture();
  scene.trace.call("glGenFramebuffers", {1, tests::list({6})}).call("glBindFramebuffer", {0x8D40, 6});
  scene.trace.call("glFramebufferTexture2D", {0x8D40, 0x8CE0, 0x0DE1, 5, 0});
  scene.clear(kRedColor);
  scene.trace.call("glBindFramebuffer", {0x8D40, 0});
  expect_named("without=glFramebufferTexture2D", "glClear(", "color 0");
  const Outcome outcome =
      run({"bisect", "t.wip15", "--bad", fault("without=glFramebufferTexture2D"), "--tolerance", "8:0.1"});
  EXPECT_TRUE(
      contains(outcome.out,
               "color 0: only the good side has it; framebuffer 6 is GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT "
               "on the bad side"))
      << outcome.out;
}

// State

TEST_F(Bisect, TheStateIsJsonAndTheSameInEveryRun) {
  write_trace(2, 6);
  const std::string call = std::to_string(draw_call(9));
  const Outcome outcome = run({"t.wip15", "--state", call, "--state-pictures", "shots"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const auto state = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(state["call"], draw_call(9));
  EXPECT_EQ(state["program"], Scene::kProgram);
  EXPECT_EQ(state["enabled"]["GL_SCISSOR_TEST"], true);
  EXPECT_EQ(state["values"]["GL_SCISSOR_BOX"], (std::vector<int>{2, 0, 1, 4}));
  EXPECT_EQ(state["programs"][std::to_string(Scene::kProgram)]["linked"], true);
  EXPECT_TRUE(exists("shots/framebuffer_0_window_color.png"));
  EXPECT_EQ(run({"t.wip15", "--state", call}).out, outcome.out);
  EXPECT_EQ(run({"t.wip15", "--state", "100000"}).code, 125);
  EXPECT_EQ(run({"t.wip15", "--state-file", "x"}).code, 2);
}

TEST_F(Bisect, StatesAreCompared) {
  write_trace(2, 6);
  EXPECT_EQ(run({"t.wip15", "--state", std::to_string(draw_call(1)), "--state-file", "a.json"}).code, 0);
  EXPECT_EQ(run({"t.wip15", "--state", std::to_string(draw_call(2)), "--state-file", "b.json"}).code, 0);
  EXPECT_EQ(run({"diff-state", "a.json", "a.json"}).code, 0);
  const Outcome outcome = run({"diff-state", "a.json", "b.json"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(contains(outcome.out, "/values/GL_SCISSOR_BOX/0: 0 | 1\n")) << outcome.out;
  EXPECT_EQ(run({"diff-state", "a.json", "t.wip15"}).code, 125);
  EXPECT_EQ(run({"diff-state", "a.json"}).code, 2);
}

// `git bisect run` over commits of a file that says which fault the driver has.

class GitBisect : public Bisect {
 protected:
  void SetUp() override {
    Bisect::SetUp();
    if (!IsSkipped() && shell("git --version").code != 0) GTEST_SKIP() << "there is no git";
  }
  Outcome shell(const std::string& script) const {
    ChildProcess child({.words = {"sh", "-c", "cd '" + folder.path().string() + "' && " + script}, .capture = true});
    const ChildEnding ending = child.wait(200);
    return {ending.code, ending.out, ending.err};
  }
  // Makes 64 commits and bisects them. `faults` is a line for the shell that sets f to the driver's fault in commit
  // i. A commit with the fault "broken" cannot be built.
  Outcome bisect(const std::string& faults) const {
    write_trace(1, 3);
    EXPECT_EQ(run({"t.wip15", "--frame", "0", "-o", "good.png", "--headless"}).code, 0);
    EXPECT_EQ(shell("git init -q . && git config user.name t && git config user.email t && for i in $(seq 1 64); do " +
                    faults + " echo $f > fault; echo $i >> log; git add fault log; git commit -qm commit$i; done")
                  .code,
              0);
    const Outcome script = run({"bisect-script", "t.wip15", "--frame", "0", "--expect", "good.png", "--build",
                                "test \"$(cat fault)\" != broken", "--timeout", "2", "--env",
                                "SDL_VIDEODRIVER=offscreen LIBGL_ALWAYS_SOFTWARE=1 SDL_VIDEO_EGL_DRIVER=" BROKEN_DRIVER
                                " BROKEN_DRIVER=\"$(cat fault)\""});
    EXPECT_EQ(script.code, 0) << script.err;
    write("bisect.sh", script.out);
    return shell(
        "chmod +x bisect.sh && git bisect start HEAD $(git rev-list --max-parents=0 HEAD) >/dev/null && git bisect run "
        "./bisect.sh");
  }
};

// Compares the files of the repository, without git's own folder, before and after.
TEST_F(GitBisect, WritesNothingIntoTheRepository) {
  write_trace(1, 3);
  ASSERT_EQ(run({"t.wip15", "--frame", "0", "-o", "good.png", "--headless"}).code, 0);
  ASSERT_EQ(shell("mkdir repository tmp && mv t.wip15 good.png repository && cd repository && git init -q . && git "
                  "config user.name t && "
                  "git config user.email t && for i in 1 2 3 4 5 6; do if [ $i -ge 4 ]; then f=skip=2; else f=none=0; "
                  "fi; echo $f > fault; "
                  "echo $i >> log; git add . ; git commit -qm commit$i; done")
                .code,
            0);
  const auto bisected = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words = {
        "bisect-script",
        "repository/t.wip15",
        "--frame",
        "0",
        "--expect",
        "repository/good.png",
        "--build",
        "true",
        "--env",
        "SDL_VIDEODRIVER=offscreen LIBGL_ALWAYS_SOFTWARE=1 SDL_VIDEO_EGL_DRIVER=" BROKEN_DRIVER
        " BROKEN_DRIVER=\"$(cat fault)\""};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome script = run(words);
    EXPECT_EQ(script.code, 0) << script.err;
    write("bisect.sh", script.out);
    const Outcome outcome = shell(
        "chmod +x bisect.sh && cd repository && git bisect start HEAD HEAD~5 >/dev/null && TMPDIR=$PWD/../tmp git "
        "bisect run "
        "../bisect.sh; git bisect reset");
    EXPECT_TRUE(contains(outcome.out, "is the first bad commit") && contains(outcome.out, "commit4"))
        << outcome.out << outcome.err;
    EXPECT_EQ(shell("cd repository && git status --porcelain --ignored").out, "");
    EXPECT_EQ(shell("ls tmp").out, "");
  };
  bisected({});
  EXPECT_FALSE(exists("shots"));
  bisected({"-o", "shots"});
  EXPECT_NE(shell("ls shots/*.actual.png").out, "");
}

// The commits are bad from the 38th on, and five near it cannot be built or do not run.
TEST_F(GitBisect, FindsTheCommitAmongSomeThatCannotBeJudged) {
  const Outcome outcome = bisect(
      "if [ $i -ge 38 ]; then f=skip=2; else f=none=0; fi;"
      "case $i in 36|37|40) f=broken ;; 33) f=hang=1 ;; esac;");
  // Commits 36 and 37 cannot be judged, so any of 36 to 38 may be the first bad one.
  EXPECT_TRUE(contains(outcome.out + outcome.err, "There are only 'skip'ped commits left to test"))
      << outcome.out << outcome.err;
  const std::string log = shell("git bisect log").out;
  EXPECT_TRUE(contains(log, "possible first bad commit: ") && contains(log, "] commit38")) << log;
  EXPECT_FALSE(contains(log, "possible first bad commit: [") && contains(log, "] commit39\n# possible")) << log;
}

TEST_F(GitBisect, FindsTheOneCommit) {
  const Outcome outcome =
      bisect("if [ $i -ge 23 ]; then f=crash=2; else f=none=0; fi; case $i in 16|30|31) f=broken ;; esac;");
  EXPECT_TRUE(contains(outcome.out, "is the first bad commit") && contains(outcome.out, "commit23"))
      << outcome.out << outcome.err;
}

}  // namespace
}  // namespace replay
