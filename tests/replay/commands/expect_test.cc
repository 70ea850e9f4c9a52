// `replay T --frame N --expect REF`: the exit code for everything that can happen. docs/verdicts.md has the table.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/replay/commands/program_test.h"

namespace replay {
namespace {

class Expect : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    Scene scene;
    scene.window(8, 4).clear(kRedColor).swap().clear(kGreenColor);
    scene.program("out vec4 c; void main() { c = vec4(1.0, 1.0, 1.0, 1.0); }", {});
    scene.draw().swap().write(path("t.wip15"));
    const Outcome outcome = run({"t.wip15", "--frame", "1", "-o", "good.png", "--strict"});
    ASSERT_EQ(outcome.code, 0) << outcome.err << outcome.out;
    ASSERT_EQ(pixel_of(read_png(path("good.png")), 1, 1), (Pixel{255, 255, 255, 255}));
  }
  std::vector<std::string> expecting(std::initializer_list<const char*> more = {}) const {
    std::vector<std::string> words = {"t.wip15", "--frame", "1", "--expect", "good.png"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
};

TEST_F(Expect, AGoodFrameIsZero) {
  const Outcome outcome = run(expecting());
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "verdict    good: as expected by good.png: no pixel differs (tolerance exact)"))
      << outcome.out;
  EXPECT_FALSE(exists("t.frame_0001.png") || exists("t.frame_0001.actual.png"));
}

TEST_F(Expect, ADifferenceIsOneAndIsShown) {
  const Outcome outcome = run_with(broken("skip=1"), expecting({"--json", "s.json"}));
  EXPECT_EQ(outcome.code, 1) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "differs from good.png: 32 of 32 pixels (100.00 %) differ, by up to 255"))
      << outcome.out;
  EXPECT_EQ(pixel_of(read_png(path("t.frame_0001.actual.png")), 1, 1), kGreen);
  EXPECT_EQ(pixel_of(read_png(path("t.frame_0001.expected.png")), 1, 1), (Pixel{255, 255, 255, 255}));
  EXPECT_EQ(pixel_of(read_png(path("t.frame_0001.difference.png")), 1, 1), kRed);
  const auto json = nlohmann::json::parse(std::ifstream(path("s.json")));
  EXPECT_EQ(json["verdict"]["good"], false);
  EXPECT_EQ(json["verdict"]["comparison"]["differing_pixels"], 32);
  EXPECT_EQ(json["exit_code"], 1);
}

TEST_F(Expect, OutputSaysWhereThePicturesGo) {
  EXPECT_EQ(run_with(broken("color=1"), expecting({"-o", "x.png"})).code, 1);
  EXPECT_TRUE(exists("x.png") && exists("x.actual.png") && exists("x.difference.png"));
}

// A folder has the name of the picture, so the picture cannot be written.
TEST_F(Expect, AVerdictTakesPrecedenceOverALostPicture) {
  std::filesystem::create_directories(path("t.frame_0001.actual.png/in the way"));
  const Outcome bad = run_with(broken("skip=1"), expecting());
  EXPECT_EQ(bad.code, 1) << bad.err;
  EXPECT_TRUE(contains(bad.err, "t.frame_0001.actual.png")) << bad.err;
  EXPECT_TRUE(exists("t.frame_0001.expected.png") && exists("t.frame_0001.difference.png"));
  EXPECT_EQ(run_with(broken("skip=1"), expecting({"-o", "/proc/no/x.png"})).code, 1);
  EXPECT_EQ(run(expecting()).code, 0);  // there is nothing to write

  // A picture that was asked for is missing. That counts when nothing is wrong.
  write("file", "no folder");
  EXPECT_EQ(run_with(broken("skip=1"), expecting({"-o", "file/x.png"})).code, 1);
  EXPECT_EQ(run(expecting({"-o", "file/x.png"})).code, 125);
  const std::vector<std::string> hashed = {"t.wip15",  "--frame",        "1",        "--hash", "-o", "file/x.png",
                                           "--strict", "--known-errors", "good.json"};
  ASSERT_EQ(run({"t.wip15", "--strict", "--json", "good.json"}).code, 0);  // the program does not call glGetError
  EXPECT_EQ(run_with(broken("without=glCreateShader"), hashed).code, 1);
  EXPECT_EQ(run(hashed).code, 125);
}

TEST_F(Expect, ADifferenceTakesPrecedenceOverALostPicture) {
  ASSERT_EQ(run({"t.wip15", "--frame", "0", "-o", "other.png"}).code, 0);
  write("file", "no folder");
  const Outcome outcome = run({"diff", "good.png", "other.png", "-o", "file"});
  EXPECT_EQ(outcome.code, 1) << outcome.out;
  EXPECT_TRUE(contains(outcome.err, "'file'")) << outcome.err;
  EXPECT_EQ(run({"diff", "good.png", "other.png", "--html", "file/x.html"}).code, 1);
  EXPECT_EQ(run({"diff", "good.png", "good.png", "--html", "file/x.html"}).code, 125);
}

TEST_F(Expect, AcceptsAnMd5AndAList) {
  const std::string hash = run({"t.wip15", "--frame", "1", "--hash"}).out;
  const std::string md5 = hash.substr(hash.rfind(' ') + 1, 32);
  EXPECT_EQ(run({"t.wip15", "--frame", "1", "--expect", md5}).code, 0);
  EXPECT_EQ(run({"t.wip15", "--frame", "0", "--expect", md5}).code, 1);
  write("list", "00000000000000000000000000000000\n" + md5 + " # new\n");
  EXPECT_EQ(run({"t.wip15", "--frame", "1", "--expect", "list"}).code, 0);
}

TEST_F(Expect, ObeysTheTolerance) {
  EXPECT_EQ(run({"t.wip15", "--frame", "0", "--expect", "good.png", "--tolerance", "255"}).code, 0);
  EXPECT_EQ(run({"t.wip15", "--frame", "0", "--expect", "good.png", "--tolerance", "254"}).code, 1);
}

TEST_F(Expect, WhatCannotBeJudgedIs125) {
  const std::vector<std::string> cases[] = {
      {"missing.wip15", "--frame", "1", "--expect", "good.png"},  // there is no such file
      {"t.wip15", "--frame", "1", "--expect", "missing.png"},     // there is no reference
      {"t.wip15", "--frame", "9", "--expect", "good.png"},        // no such frame
      expecting({"--require-renderer", "^NotThis"}),              // wrong renderer
      expecting({"--require-version", "99[.]9"}),
      expecting({"--window"}),  // no display
  };
  for (const auto& arguments : cases) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, 125) << outcome.out;
    EXPECT_TRUE(contains(outcome.err, "error: ")) << outcome.err;
  }
  // There is no GL at all.
  const Outcome no_context = run_with({"SDL_VIDEO_EGL_DRIVER=/no/such/library.so"}, expecting());
  EXPECT_EQ(no_context.code, 125) << no_context.out;
}

TEST_F(Expect, ACutFileIsNotGood) {
  const std::string bytes = [&] {
    std::ifstream file(path("t.wip15"), std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  }();
  write("cut.wip15", bytes.substr(0, bytes.size() - 3));  // inside the last swap
  EXPECT_EQ(run({"cut.wip15", "--frame", "1", "--expect", "good.png"}).code, 125);
}

TEST_F(Expect, TheRightRendererIsAccepted) {
  EXPECT_EQ(run(expecting({"--require-renderer", "llvmpipe|softpipe", "--require-version", "Mesa"})).code, 0);
}

TEST_F(Expect, ACrashIsAVerdictWithTheLastCallNamed) {
  const Outcome bad = run_with(broken("crash=1"), expecting());
  EXPECT_EQ(bad.code, 1);
  EXPECT_TRUE(contains(bad.err, "crashed (SIGSEGV) in call ") && contains(bad.err, " glDrawArrays, frame 1"))
      << bad.err;
  EXPECT_EQ(run_with(broken("crash=1"), expecting({"--crash", "skip"})).code, 125);
  EXPECT_EQ(run_with(broken("crash=1"), {"t.wip15", "--crash", "bad"}).code, 1);
}

TEST_F(Expect, AHangIsStoppedAndCannotBeJudged) {
  const Outcome outcome = run_with(broken("hang=1"), expecting({"--timeout", "2"}));
  EXPECT_EQ(outcome.code, 125);
  EXPECT_TRUE(contains(outcome.err, "hung: ended after 2.") && contains(outcome.err, "glDrawArrays, frame 1"))
      << outcome.err;
}

TEST_F(Expect, ADriverThatEndsTheProcessCannotBeJudged) {
  EXPECT_EQ(run_with(broken("exit=1"), expecting()).code, 125);
}

// Answers that the recorded program got

TEST_F(Expect, RecordedReturnsThatTheDriverContradictsAreNamed) {
  Scene scene;
  scene.window(8, 4).program("out vec4 c; void main() { c = nothing_of_that_name; }", {});
  scene.trace.call("glGetProgramiv", {Scene::kProgram, 0x8B82, tests::list({1})});
  scene.trace.call("glGenFramebuffers", {1, tests::list({6})}).call("glBindFramebuffer", {0x8D40, 6});
  scene.trace.call("glCheckFramebufferStatus", {0x8D40}).returns(0x8CD5);
  scene.swap().write(path("told.wip15"));
  const Outcome outcome = run({"told.wip15", "--self-check", "--json", "s.json"});
  EXPECT_TRUE(contains(outcome.out, "glGetProgramiv: link status was 1, is 0")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out,
                       "glCheckFramebufferStatus: framebuffer status was GL_FRAMEBUFFER_COMPLETE, is "
                       "GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT"))
      << outcome.out;
  const auto json = nlohmann::json::parse(std::ifstream(path("s.json")));
  EXPECT_EQ(json["recorded_returns"]["compared"], 2);
  EXPECT_EQ(json["recorded_returns"]["contradicted"], 2);
  EXPECT_EQ(run({"told.wip15", "--self-check", "--strict"}).code, 1);
}

TEST_F(Expect, RecordedReturnsThatHoldAreCounted) {
  Scene scene;
  scene.window(8, 4).program("out vec4 c; void main() { c = vec4(1.0, 1.0, 1.0, 1.0); }", {});
  scene.trace.call("glGetProgramiv", {Scene::kProgram, 0x8B82, tests::list({1})});
  scene.swap().write(path("told.wip15"));
  const Outcome outcome = run({"told.wip15", "--self-check", "--strict"});
  EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "1 returned values compared, 0 contradicted")) << outcome.out;
}

TEST_F(Expect, WrongUsageIsTwo) {
  const std::vector<std::string> wrong[] = {
      {"t.wip15", "--expect", "good.png"},
      {"t.wip15", "--frame", "0,1", "--expect", "good.png"},
      {"t.wip15", "--frame", "1", "--call", "5", "--expect", "good.png"},
      {"t.wip15", "--tolerance", "3"},
      expecting({"--tolerance", "lots"}),
      expecting({"--timeout", "0"}),
      expecting({"--crash", "maybe"}),
      expecting({"--require-renderer", "("}),
      {"t.wip15", "--frame", "1", "--expect="},
  };
  for (const auto& arguments : wrong) EXPECT_EQ(run(arguments).code, 2) << arguments.back();
}

}  // namespace
}  // namespace replay
