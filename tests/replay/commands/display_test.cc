// Replays in windows of a real X server, Xvfb: what a person at a display sees, and what its keys do. Skipped where
// Xvfb is missing.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>

#include "replay/viewer/keys.h"
#include "tests/replay/commands/program_test.h"
#include "tests/replay/commands/running_program.h"
#include "tests/replay/commands/x_display.h"

namespace replay {
namespace {

class OnDisplay : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    display_ = std::make_unique<XDisplay>();
    if (!display_->is_there()) GTEST_SKIP() << "Xvfb is not installed, or does not start";
    Scene scene;
    scene.window(64, 48);
    for (const Color& color : {kRedColor, kGreenColor, kBlueColor}) scene.clear(color).swap();
    scene.write(path("colors.wip15"));
  }
  // The program before the server that it draws on.
  void TearDown() override {
    if (program_) program_->send(SIGKILL), program_->wait();
    program_.reset();
    ProgramTest::TearDown();
  }

  std::vector<std::string> variables() const { return {"DISPLAY=" + display_->name(), "SDL_VIDEODRIVER=x11"}; }
  Outcome at_display(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"colors.wip15", "--window"});
    return run_with(variables(), arguments);
  }
  // Opens the viewer. The tests look at it and press keys.
  void look(const std::string& trace, std::vector<std::string> options = {}) {
    options.insert(options.begin(), trace);
    program_ = std::make_unique<RunningProgram>(options, folder.path(), variables());
  }
  Outcome ended() {
    const Outcome outcome = program_->wait();
    program_.reset();
    return outcome;
  }
  Outcome end() {
    display_->press("q");
    return ended();
  }
  bool says(const std::string& text) const { return display_->comes_to_say(text); }
  bool comes_to_show(const Pixel& pixel) const {
    return wait_until([&] { return center() == pixel; });
  }
  Pixel center() const {
    const Picture picture = display_->picture();
    return picture.valid() ? pixel_of(picture, picture.width / 2, picture.height / 2) : Pixel{-1, -1, -1, -1};
  }

  std::unique_ptr<XDisplay> display_;
  std::unique_ptr<RunningProgram> program_;
};

TEST_F(OnDisplay, WhatHasAResultEndsWithTheRecording) {
  const Outcome outcome = at_display({"--strict"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "replayed   3 frames")) << outcome.out;
  const Outcome picture = at_display({"--frame", "1", "-o", "green.png"});
  EXPECT_EQ(picture.code, 0) << picture.err;
  EXPECT_EQ(pixel_of(read_png(path("green.png")), 5, 5), kGreen);
}

TEST_F(OnDisplay, PicturesOfCallsAreTheSameAsWithoutOne) {
  const Outcome shown = at_display({"--call", "draw", "--hash"});
  EXPECT_EQ(shown.code, 0) << shown.err;
  EXPECT_EQ(shown.out, run({"colors.wip15", "--call", "draw", "--hash"}).out);
}

TEST_F(OnDisplay, ALookEndsWithTheRecordingWhenAskedTo) {
  const Outcome outcome = at_display({"--exit-at-end"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "replayed   3 frames")) << outcome.out;
}

TEST_F(OnDisplay, AResultWaitsAtTheLastFrameWhenAskedTo) {
  look("colors.wip15", {"--wait", "--json", "summary.json"});
  EXPECT_TRUE(says("frame 2 of 3")) << display_->title();
  EXPECT_TRUE(says("paused")) << display_->title();
  display_->close();
  EXPECT_EQ(ended().code, 0);
  EXPECT_TRUE(exists("summary.json"));
}

TEST_F(OnDisplay, HoldsTheLastFrameAndGoesToOthers) {
  look("colors.wip15");
  ASSERT_TRUE(says("colors.wip15: frame 2 of 3, call ")) << display_->title();
  EXPECT_TRUE(says("paused")) << display_->title();
  EXPECT_TRUE(comes_to_show(kBlue));
  const auto goes = [&](const std::string& key, const std::string& title, const Pixel& shown) {
    display_->press(key);
    EXPECT_TRUE(says(title)) << key << ": " << display_->title();
    EXPECT_TRUE(comes_to_show(shown)) << key;
  };
  goes("Left", "frame 1 of 3", kGreen);
  goes("Home", "frame 0 of 3", kRed);
  goes("Right", "frame 1 of 3", kGreen);
  goes("End", "frame 2 of 3", kBlue);
  display_->press("0");
  goes("Return", "frame 0 of 3", kRed);
  display_->press("Right", true);
  EXPECT_TRUE(says("frame 2 of 3")) << display_->title();
  display_->press("Left", true);
  EXPECT_TRUE(says("frame 0 of 3")) << display_->title();
  const Outcome outcome = end();
  EXPECT_EQ(outcome.code, 0) << outcome.err;
}

TEST_F(OnDisplay, PlaysPausesAndLoops) {
  look("colors.wip15", {"--paused"});
  ASSERT_TRUE(says("frame 0 of 3")) << display_->title();
  EXPECT_TRUE(says("paused")) << display_->title();
  EXPECT_TRUE(comes_to_show(kRed));
  display_->press("minus");
  EXPECT_TRUE(says("60 frames/s")) << display_->title();
  display_->press("minus");
  EXPECT_TRUE(says("30 frames/s")) << display_->title();
  display_->press("plus");
  EXPECT_TRUE(says("60 frames/s")) << display_->title();
  display_->press("l");
  display_->press("Right");
  EXPECT_TRUE(says("frame 1 of 3")) << display_->title();
  display_->press("l");
  EXPECT_TRUE(says("loop 0-1")) << display_->title();
  display_->press("space");
  for (int times = 0; times < 2; ++times) {
    EXPECT_TRUE(comes_to_show(kRed));
    EXPECT_TRUE(comes_to_show(kGreen));
  }
  display_->press("l");
  EXPECT_TRUE(says("frame 2 of 3")) << display_->title();
  EXPECT_TRUE(says("paused")) << display_->title();
  const Outcome outcome = end();
  EXPECT_EQ(outcome.code, 0) << outcome.err;
}

// Each frame is cleared, and then its left half.
TEST_F(OnDisplay, StepsThroughTheDrawsOfAFrame) {
  Scene scene;
  scene.window(64, 48);
  for (const Color& color : {kRedColor, kGreenColor}) scene.clear(kBlueColor).clear_left(40, 48, color).swap();
  scene.write(path("halves.wip15"));
  look("halves.wip15", {"--paused"});
  ASSERT_TRUE(says("frame 0 of 2")) << display_->title();
  EXPECT_TRUE(comes_to_show(kRed));
  display_->press("bracketright");
  EXPECT_TRUE(says("frame 1 of 2, call ")) << display_->title();
  EXPECT_TRUE(says("glClear, draw 1 of 2")) << display_->title();
  EXPECT_TRUE(comes_to_show(kBlue));
  display_->press("bracketright");
  EXPECT_TRUE(says("draw 2 of 2")) << display_->title();
  EXPECT_TRUE(comes_to_show(kGreen));
  display_->press("bracketleft");
  EXPECT_TRUE(says("draw 1 of 2")) << display_->title();
  EXPECT_TRUE(comes_to_show(kBlue));
  display_->press("c");
  const std::string command = "replay '" + path("halves.wip15").string() + "' --call ";
  EXPECT_TRUE(wait_until([&] { return display_->clipboard().value_or("").starts_with(command); }));
  display_->press("bracketleft");
  EXPECT_TRUE(says("frame 0 of 2")) << display_->title();
  EXPECT_TRUE(comes_to_show(kRed));
  display_->press("bracketleft");
  EXPECT_TRUE(says("frame 0 of 2, call ")) << display_->title();
  display_->press("bracketleft");
  EXPECT_TRUE(says("draw 1 of 2")) << display_->title();
  EXPECT_TRUE(comes_to_show(kBlue));
  const Outcome outcome = end();
  EXPECT_EQ(outcome.code, 0) << outcome.err;
}

TEST_F(OnDisplay, SavesAndCopiesWhatIsShown) {
  look("colors.wip15", {"--frame", "1"});
  ASSERT_TRUE(says("frame 1 of 3")) << display_->title();
  EXPECT_TRUE(comes_to_show(kGreen));
  EXPECT_TRUE(says("paused")) << display_->title();
  display_->press("Left");
  EXPECT_TRUE(says("frame 0 of 3")) << display_->title();
  display_->press("s");
  EXPECT_TRUE(wait_until([&] { return exists("colors.frame_0000.png"); }));
  EXPECT_EQ(pixel_of(read_png(path("colors.frame_0000.png")), 63, 47), kRed);
  display_->press("c");
  const std::string command = "replay '" + path("colors.wip15").string() + "' --frame 0";
  EXPECT_TRUE(wait_until([&] { return display_->clipboard() == command; }))
      << display_->clipboard().value_or("nothing");
  const Outcome outcome = end();
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(exists("colors.frame_0001.png")) << "--frame writes its picture, also for a look";
}

TEST_F(OnDisplay, AWindowOfAnotherSizeKeepsTheShapeOfThePicture) {
  look("colors.wip15");
  ASSERT_TRUE(says("frame 2 of 3")) << display_->title();
  ASSERT_TRUE(comes_to_show(kBlue));
  EXPECT_EQ(display_->picture().width, 640) << "a small picture is shown larger";
  display_->resize(400, 600);
  constexpr Pixel kBlack = {0, 0, 0, 255};
  const auto is_so = [&] {
    const Picture seen = display_->picture();
    if (!seen.valid() || seen.width != 400 || seen.height != 600) return false;
    // 400x300, in the middle
    return pixel_of(seen, 200, 147) == kBlack && pixel_of(seen, 200, 452) == kBlack &&
           pixel_of(seen, 1, 153) == kBlue && pixel_of(seen, 398, 447) == kBlue;
  };
  EXPECT_TRUE(wait_until(is_so));
  const Outcome outcome = end();
  EXPECT_EQ(outcome.code, 0) << outcome.err;
}

TEST_F(OnDisplay, ShowsItsKeys) {
  look("colors.wip15");
  ASSERT_TRUE(says("paused")) << display_->title();
  ASSERT_TRUE(comes_to_show(kBlue));
  const auto bright = [&] {
    const Picture seen = display_->picture();
    int letters = 0;
    for (int y = 0; y < seen.height; ++y) {
      for (int x = 0; x < seen.width; ++x) letters += seen.row(y)[4 * x] > 150;  // red, over blue
    }
    return letters;
  };
  EXPECT_EQ(bright(), 0);
  display_->press("question");
  EXPECT_TRUE(wait_until([&] { return bright() > 1000; }));
  display_->press("Escape");
  EXPECT_TRUE(wait_until([&] { return bright() == 0; }));
  display_->press("Escape");
  const Outcome outcome = ended();
  EXPECT_EQ(outcome.code, 0) << outcome.err;
}

// A triangle that fills the window, drawn twice over black: its lines leave the middle black.
TEST_F(OnDisplay, ShowsWireframeAndOverdraw) {
  Scene scene;
  scene.window(64, 48);
  scene.program("uniform vec4 c; out vec4 color; void main() { color = c; }", {{"uniform", "c", 70}});
  for (int frame = 0; frame < 2; ++frame) {
    scene.clear({});
    for (const double green : {0.0, 1.0}) {
      scene.trace.call("glUniform4f", {70, 1.0 - green, green, 0.0, 1.0});
      scene.draw();
    }
    scene.swap();
  }
  scene.write(path("triangles.wip15"));
  look("triangles.wip15");
  ASSERT_TRUE(says("frame 1 of 2")) << display_->title();
  ASSERT_TRUE(comes_to_show(kGreen));
  display_->press("w");
  EXPECT_TRUE(says("wireframe")) << display_->title();
  EXPECT_TRUE(comes_to_show({0, 0, 0, 255}));
  display_->press("w");
  EXPECT_TRUE(says("overdraw")) << display_->title();
  EXPECT_TRUE(comes_to_show({0, 70, 220, 255})) << "changed twice";
  display_->press("w");
  EXPECT_TRUE(comes_to_show(kGreen));
  EXPECT_TRUE(says("frame 1 of 2, call ")) << display_->title();
  const Outcome outcome = end();
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_FALSE(contains(outcome.out, "GL error")) << outcome.out;
}

TEST_F(OnDisplay, ShowsOneOfSeveralWindows) {
  constexpr std::uint64_t kOther = 0x200005;
  Scene scene;
  scene.window(64, 48).clear(kRedColor).swap();
  scene.make_current_sized(32, 32, kOther).clear(kGreenColor).swap(kOther);
  scene.make_current().clear(kBlueColor).swap();
  scene.write(path("two.wip15"));
  look("two.wip15");
  ASSERT_TRUE(says("frame 2 of 3")) << display_->title();
  ASSERT_TRUE(comes_to_show(kBlue));
  display_->press("Tab");
  EXPECT_TRUE(comes_to_show(kBlue));
  display_->press("Left");
  EXPECT_TRUE(says("frame 0 of 3")) << display_->title();
  EXPECT_TRUE(comes_to_show(kRed));
  display_->press("Tab");
  EXPECT_TRUE(says("frame 1 of 3")) << display_->title();
  EXPECT_TRUE(comes_to_show(kGreen));
  const Outcome outcome = end();
  EXPECT_EQ(outcome.code, 0) << outcome.err;
}

}  // namespace
}  // namespace replay
