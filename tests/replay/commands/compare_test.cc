// `replay compare`, whose bad side is a driver that is slower by order.
#include <gtest/gtest.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "tests/replay/commands/program_test.h"
#include "tests/replay/paths.h"

namespace replay {
namespace {

std::string slow(const std::string& order) { return "SDL_VIDEO_EGL_DRIVER=" SLOW_DRIVER " SLOW_DRIVER=" + order; }

class Compare : public ProgramTest {
 protected:
  void write_trace(int frames = 12, int draws = 10) const {
    Scene scene;
    scene.window(16, 16);
    scene.program("out vec4 c; void main() { c = vec4(1.0, 1.0, 1.0, 1.0); }", {});
    for (int frame = 0; frame < frames; ++frame) {
      scene.clear(kRedColor);
      for (int draw = 0; draw < draws; ++draw) scene.draw();
      scene.swap();
    }
    scene.write(path("t.wip15"));
  }
  nlohmann::json written(const std::string& name) const {
    return nlohmann::json::parse(std::ifstream(path(name)), nullptr, false);
  }
};

TEST_F(Compare, FindsThatADriverIsSlower) {
  write_trace();
  const Outcome outcome = run({"compare", "t.wip15", "--bad", slow("400000"), "--measure", "cpu", "--slower-than",
                               "1.5", "--verdict-only", "--json", "c.json"});
  EXPECT_EQ(outcome.code, 1) << outcome.out << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "verdict      slower")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "frames       5-11 of 12")) << outcome.out;
  const nlohmann::json compared = written("c.json").at("traces").at(0);
  EXPECT_EQ(compared["verdict"], "slower");
  EXPECT_GE(compared["rounds"], 8);  // the fewest that give a verdict; other load on the machine can make it more
  EXPECT_GT(compared["measures"]["cpu"]["low"], 1.5);
  EXPECT_TRUE(compared["measures"]["cpu"]["judged"]);
  EXPECT_FALSE(compared["measures"]["wall"]["judged"]);
  ASSERT_EQ(compared["bad"]["frame_cpu_ms"].size(), 7u);
  EXPECT_GT(compared["bad"]["frame_cpu_ms"][3], compared["good"]["frame_cpu_ms"][3]);
}

// Even on a busy machine a driver takes less than three times what it takes.
TEST_F(Compare, ADriverIsNotSlowerThanItself) {
  write_trace();
  const Outcome outcome =
      run({"compare", "t.wip15", "--measure", "cpu", "--slower-than", "3", "--verdict-only", "--loop-frames", "3"});
  EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "a driver is compared with itself")) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "frames       0-11 of 12, 3 times after a first pass")) << outcome.out;
}

TEST_F(Compare, CannotTellWithoutTime) {
  write_trace();
  const Outcome outcome = run({"compare", "t.wip15", "--bad", slow("400000"), "--measure", "cpu", "--timeout", "0.01"});
  EXPECT_EQ(outcome.code, 125) << outcome.out << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "1 round, 2 replays of each side; the time is over")) << outcome.out;
}

TEST_F(Compare, CannotTellOfDriversThatDoNotDoTheSame) {
  write_trace();
  const Outcome other = run({"compare", "t.wip15", "--bad", "GALLIUM_DRIVER=softpipe"});
  EXPECT_EQ(other.code, 125);
  EXPECT_TRUE(contains(other.err, "the good side runs on 'llvmpipe")) << other.err;
  const Outcome crash =
      run({"compare", "t.wip15", "--bad", "SDL_VIDEO_EGL_DRIVER=" BROKEN_DRIVER " BROKEN_DRIVER=crash=9"});
  EXPECT_EQ(crash.code, 125);
  EXPECT_TRUE(contains(crash.err, "the bad side crashed (SIGSEGV)")) << crash.err;
  const Outcome absent = run({"compare", "t.wip15", "--measure", "gpu"});
  EXPECT_EQ(absent.code, 125);
  EXPECT_TRUE(contains(absent.err, "this cannot be measured here: gpu")) << absent.err;
  EXPECT_EQ(run({"compare", "t.wip15", "--frames", "12-14"}).code, 125);
  write("bad.wip15", "no trace");
  EXPECT_EQ(run({"compare", "bad.wip15"}).code, 125);
}

// Nearly all of the time goes into a driver that works much more than a replay.
TEST_F(Compare, TellsHowMuchOfTheTimeIsItsOwn) {
  write_trace();
  const Outcome outcome = run({"compare", "t.wip15", "--good", slow("400000"), "--bad", slow("400000"), "--measure",
                               "cpu", "--timeout", "0.01", "--json", "c.json"});
  EXPECT_TRUE(contains(outcome.out, "of the wall time of the good side is its own")) << outcome.out << outcome.err;
  const nlohmann::json compared = written("c.json").at("traces").at(0);
  EXPECT_LT(compared["own_share"]["of_wall"], 0.1);
  EXPECT_LE(compared["own_share"]["low"], compared["own_share"]["of_wall"]);
  EXPECT_GT(compared["good"]["load_ms"], 0);
}

// Each frame deletes the program that it uses, so it has nothing to draw with when it comes again.
TEST_F(Compare, FramesThatDeleteWhatTheyUseCannotBeRepeated) {
  Scene scene;
  scene.trace.declare("glDeleteProgram(UnsignedInt)");
  scene.window(8, 8);
  scene.program("out vec4 c; void main() { c = vec4(1.0, 1.0, 1.0, 1.0); }", {});
  scene.draw().swap();
  scene.trace.call("glUseProgram", {Scene::kProgram});
  scene.draw();
  scene.trace.call("glUseProgram", {0});
  scene.trace.call("glDeleteProgram", {Scene::kProgram});
  scene.swap();
  scene.write(path("t.wip15"));
  const Outcome outcome = run({"compare", "t.wip15", "--measure", "cpu", "--frames", "1-1", "--loop-frames", "2"});
  EXPECT_EQ(outcome.code, 125) << outcome.out << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "the frames cannot be repeated")) << outcome.err;
}

TEST_F(Compare, RefusesWrongOptions) {
  write_trace();
  for (const std::vector<std::string>& wrong : {std::vector<std::string>{"--measure", "speed"},
                                                {"--slower-than", "0"},
                                                {"--precision", "-1"},
                                                {"--timeout", "0"},
                                                {"--frames", "3-"},
                                                {"--loop-frames", "0"},
                                                {"--good", "'"},
                                                {"--json", "t.wip15"}}) {
    std::vector<std::string> words = {"compare", "t.wip15"};
    words.insert(words.end(), wrong.begin(), wrong.end());
    EXPECT_EQ(run(words).code, 2) << wrong.front();
  }
}

TEST_F(Compare, AScriptForGitBisectJudgesSpeed) {
  write_trace();
  const Outcome script =
      run({"bisect-script", "t.wip15", "--slower-than", "1.05", "--measure", "instructions", "--frames", "4-7",
           "--good", "GOOD=1", "--env", "LIBGL_DRIVERS_PATH=$PWD/lib", "--build", "make"});
  EXPECT_EQ(script.code, 0) << script.err;
  EXPECT_TRUE(contains(script.out, "--good \"GOOD=1\" --bad \"LIBGL_DRIVERS_PATH=$PWD/lib\"")) << script.out;
  EXPECT_TRUE(contains(script.out, "--slower-than 1.05 --verdict-only")) << script.out;
  EXPECT_TRUE(contains(script.out, "--keep-good")) << script.out;
  EXPECT_TRUE(contains(script.out, "--measure \"instructions\"")) << script.out;
  EXPECT_TRUE(contains(script.out, "--frames \"4-7\"")) << script.out;
  EXPECT_EQ(run({"bisect-script", "t.wip15", "--build", "make"}).code, 2);
  EXPECT_EQ(run({"bisect-script", "t.wip15", "--build", "make", "--slower-than", "1.05", "--frame", "3"}).code, 2);
  EXPECT_EQ(
      run({"bisect-script", "t.wip15", "--build", "make", "--frame", "3", "--expect", "a.png", "--good", "A=1"}).code,
      2);
}

// Five percent, which no clock shows on a busy machine.
TEST_F(Compare, ValgrindCountsInstructionsExactly) {
  if (::access("/usr/bin/valgrind", X_OK) != 0) GTEST_SKIP() << "there is no valgrind";
  write_trace(8, 40);
  const std::vector<std::string> words = {"compare", "t.wip15",        "--measure", "instructions", "--frames",
                                          "4-7",     "--verdict-only", "--timeout", "500"};
  // Under valgrind softpipe starts in half the time, because it compiles nothing by LLVM.
  const std::string driver = "GALLIUM_DRIVER=softpipe ";
  const auto against = [&](const std::string& order) {
    std::vector<std::string> all = words;
    all.insert(all.end(),
               {"--good", driver + slow("0"), "--bad", driver + slow(order), "--no-where", "--keep-good", "good.json"});
    return run(all);
  };
  const Outcome slower = against("2000");
  EXPECT_EQ(slower.code, 1) << slower.out << slower.err;
  EXPECT_FALSE(contains(slower.err, "was measured before")) << slower.err;
  // The good side is not replayed again.
  const Outcome same = against("0");
  EXPECT_EQ(same.code, 0) << same.out << same.err;
  EXPECT_TRUE(contains(same.err, "the good side was measured before")) << same.err;
}

}  // namespace
}  // namespace replay
