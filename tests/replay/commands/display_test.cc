// Replays in windows of a real X server, Xvfb: what a person at a display sees. Skipped where Xvfb is missing.
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <thread>

#include "replay/process/child_process.h"
#include "tests/replay/commands/program_test.h"

namespace replay {
namespace {

class OnDisplay : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    if (!std::filesystem::exists("/usr/bin/Xvfb")) GTEST_SKIP() << "Xvfb is not installed";
    const std::string number = std::to_string(1000 + ::getpid() % 30000);
    const std::filesystem::path socket = "/tmp/.X11-unix/X" + number;
    server_ = std::make_unique<ChildProcess>(
        ChildOptions{.words = {"/usr/bin/Xvfb", ":" + number, "-screen", "0", "320x240x24"}, .capture = true});
    for (int tries = 0; tries < 500 && !std::filesystem::exists(socket); ++tries)
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    if (!std::filesystem::exists(socket)) GTEST_SKIP() << "Xvfb does not start";
    display_ = "DISPLAY=:" + number;
    Scene scene;
    scene.window(64, 48);
    for (const Color& color : {kRedColor, kGreenColor, kBlueColor}) scene.clear(color).swap();
    scene.write(path("colors.wip15"));
  }

  Outcome at_display(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"colors.wip15", "--window"});
    return run_with({display_, "SDL_VIDEODRIVER=x11"}, arguments);
  }

  std::unique_ptr<ChildProcess> server_;
  std::string display_;
};

TEST_F(OnDisplay, AReplayIsShownAndEndsWithTheRecording) {
  const Outcome outcome = at_display({"--strict"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "replayed   3 frames")) << outcome.out;
}

TEST_F(OnDisplay, AReplayThatWaitsStaysAtTheLastFrame) {
  const Outcome outcome = at_display({"--wait", "--timeout", "3", "--json", "summary.json"});
  EXPECT_EQ(outcome.code, 125) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "3.0 s")) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "replayed   3 frames") || contains(outcome.err, "frame 2")) << outcome.err;
}

TEST_F(OnDisplay, PicturesOfCallsAreTheSameAsWithoutOne) {
  const Outcome shown = at_display({"--call", "draw", "--hash"});
  EXPECT_EQ(shown.code, 0) << shown.err;
  EXPECT_EQ(shown.out, run({"colors.wip15", "--call", "draw", "--hash"}).out);
}

}  // namespace
}  // namespace replay
