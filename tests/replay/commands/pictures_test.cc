// --frame, --call, --hash and -o of the built program: which pictures are made, what they show, and where they are
// written.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/replay/commands/apitrace_scene.h"
#include "tests/replay/commands/program_test.h"

namespace replay {
namespace {

// Frame 0 is red, 1 green, 2 blue, with 8x4 pixels. The calls are 0 context, 1 make current, and then clear colour,
// clear and swap for each frame.
class Pictures : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    scene.window(8, 4);
    for (const Color& color : {kRedColor, kGreenColor, kBlueColor}) scene.clear(color).swap();
    scene.write(path("colors.wip15"));
  }
  Pixel corner(const std::string& name) const { return pixel_of(read_png(path(name)), 7, 3); }
  Scene scene;
};

// This is the result of: for i in $(seq 32); do printf '\377\0\0'; done | md5sum
constexpr const char* kRedHash = "24a14e70c01c9e2ff0f1113222a8d48c";

TEST_F(Pictures, OnePictureIsWrittenToTheNamedFile) {
  const Outcome outcome = run({"colors.wip15", "--frame", "1", "-o", "one.png"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(corner("one.png"), kGreen);
  EXPECT_EQ(read_png(path("one.png")).width, 8);
  EXPECT_EQ(read_png(path("one.png")).height, 4);
}

TEST_F(Pictures, CallsThatCannotAffectThemAreLeftOutUnlessForbidden) {
  const Outcome sought = run({"colors.wip15", "--frame", "2", "--hash"});
  EXPECT_TRUE(contains(sought.err, "seek       2 calls left out")) << sought.err;
  EXPECT_TRUE(contains(sought.err, "seeking left out 2 calls")) << sought.err;
  for (const char* option : {"--no-seek", "--strict", "--self-check"}) {
    const Outcome full = run({"colors.wip15", "--frame", "2", "--hash", option});
    EXPECT_FALSE(contains(full.err, "seek ") || contains(full.err, "sought")) << full.err;
    EXPECT_EQ(full.out, sought.out) << option;
  }
}

// A list masks the colours, so that the second clear leaves the first picture where it is.
TEST_F(Pictures, AreTakenOnceWhenTheReplayBeginsAgain) {
  using namespace tests::at;
  ApitraceScene masked;
  masked.window(8, 4);
  masked.trace.call("glNewList(list, mode)", {1, en(0x1300)});
  masked.trace.call("glColorMask(red, green, blue, alpha)", {0, 0, 0, 0});
  masked.trace.call("glEndList()", {});
  masked.clear(kRedColor).swap().trace.call("glCallList(list)", {1});
  masked.clear(kBlueColor).swap();
  write("masked.trace", masked.bytes());
  const Outcome outcome = run({"masked.trace", "--frame", "0-1", "--hash", "-o", "shots/", "-v"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "beginning again")) << outcome.err;
  const std::string red = kRedHash;
  EXPECT_EQ(outcome.out, "frame 0 " + red + "\nframe 1 " + red + "\n");
  EXPECT_EQ(corner("shots/frame_0000.png"), kRed);
  EXPECT_EQ(corner("shots/frame_0001.png"), kRed);
}

TEST_F(Pictures, ItIsToldWhyNothingIsLeftOut) {
  using namespace tests::at;
  ApitraceScene painted;
  painted.window(8, 4);
  for (int frame = 0; frame < 3; ++frame) painted.fill(kRedColor).swap();
  write("painted.trace", painted.bytes());
  const Outcome outcome = run({"painted.trace", "--frame", "2", "--hash", "-v"});
  EXPECT_TRUE(contains(outcome.err, "seeking: 3 of 3 runs of draws are made: nothing clears all that they draw"))
      << outcome.err;
  painted.trace.call("glReadBuffer(mode)", {en(0x0404)});
  painted.trace.call("glCopyTexSubImage2D(target, level, xoffset, yoffset, x, y, width, height)",
                     {en(0x0DE1), 0, 0, 0, 0, 0, 1, 1});
  painted.swap();
  write("front.trace", painted.bytes());
  const Outcome front = run({"front.trace", "--frame", "3", "--hash", "-v"});
  EXPECT_TRUE(contains(front.err, ": the front buffer is read; nothing is left out")) << front.err;
}

TEST_F(Pictures, SeveralAreWrittenToAFolderThatIsCreated) {
  const Outcome outcome = run({"colors.wip15", "--frame", "0,2", "-o", "new/shots"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(corner("new/shots/frame_0000.png"), kRed);
  EXPECT_EQ(corner("new/shots/frame_0002.png"), kBlue);
  EXPECT_FALSE(exists("new/shots/frame_0001.png"));
}

TEST_F(Pictures, ASlashAtTheEndMeansAFolderEvenForOne) {
  EXPECT_EQ(run({"colors.wip15", "--frame", "2", "-o", "shots/"}).code, 0);
  EXPECT_EQ(corner("shots/frame_0002.png"), kBlue);
}

TEST_F(Pictures, WithoutANameTheyAreWrittenToTheCurrentFolder) {
  EXPECT_EQ(run({"colors.wip15", "--frame", "0-/2"}).code, 0);
  EXPECT_EQ(corner("colors.frame_0000.png"), kRed);
  EXPECT_EQ(corner("colors.frame_0002.png"), kBlue);
  EXPECT_FALSE(exists("colors.frame_0001.png"));
}

TEST_F(Pictures, OfACallShowWhatItDrew) {
  EXPECT_EQ(run({"colors.wip15", "--call", "6", "-o", "call.png"}).code, 0);
  EXPECT_EQ(corner("call.png"), kGreen);
  EXPECT_EQ(run({"colors.wip15", "--call", "5", "-o", "before.png"}).code, 0);
  EXPECT_EQ(corner("before.png"), kRed) << "a new clear colour draws nothing yet";
}

TEST_F(Pictures, OfEveryDrawCall) {
  const Outcome outcome = run({"colors.wip15", "--call", "*/draw", "-o", "draws"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(corner("draws/call_0000000003.png"), kRed);
  EXPECT_EQ(corner("draws/call_0000000006.png"), kGreen);
  EXPECT_EQ(corner("draws/call_0000000009.png"), kBlue);
  EXPECT_FALSE(exists("draws/call_0000000002.png"));
}

TEST_F(Pictures, OfDrawCallsInARange) {
  EXPECT_EQ(run({"colors.wip15", "--call", "4-8/draw", "-o", "draws"}).code, 0);
  EXPECT_FALSE(exists("draws/call_0000000003.png"));
  EXPECT_EQ(corner("draws/call_0000000006.png"), kGreen);
  EXPECT_FALSE(exists("draws/call_0000000009.png"));
}

// A call may draw into a framebuffer object whose size differs from that of the window.
TEST_F(Pictures, OfACallShowTheFramebufferObjectThatItDrewInto) {
  Scene target;
  target.window(8, 4).clear(kRedColor);
  target.trace.call("glGenTextures", {1, tests::list({50})}).call("glBindTexture", {0x0DE1, 50});
  target.trace.call("glTexImage2D", {0x0DE1, 0, 0x8058, 2, 2, 0, 0x1908, 0x1401, std::string(16, '\0')});
  target.trace.call("glGenFramebuffers", {1, tests::list({60})}).call("glBindFramebuffer", {0x8D40, 60});
  target.trace.call("glFramebufferTexture2D", {0x8D40, 0x8CE0, 0x0DE1, 50, 0});
  target.clear(kGreenColor).swap().write(path("target.wip15"));
  const Outcome outcome = run({"target.wip15", "--call", "10-/draw", "--frame", "0", "-o", "shots/"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(run({"target.wip15", "--frame", "0", "-o", "shots/"}).code, 0);
  const Picture drawn = read_png(path("shots/call_0000000011.png"));
  EXPECT_EQ(drawn.width, 2);
  EXPECT_EQ(pixel_of(drawn, 1, 1), kGreen);
  EXPECT_EQ(corner("shots/frame_0000.png"), kRed) << "the window still shows its own pixels";
}

TEST_F(Pictures, OnlyHashesAreOnStandardOutputAndNoPictureIsWritten) {
  const Outcome outcome = run({"colors.wip15", "--frame", "0,2", "--hash"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const std::string first = outcome.out.substr(0, outcome.out.find('\n'));
  EXPECT_EQ(first, std::string("frame 0 ") + kRedHash);
  EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 2) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "\nframe 2 ")) << outcome.out;
  EXPECT_TRUE(contains(outcome.err, "replayed   3 frames")) << "the summary is on standard error";
  EXPECT_EQ(folder.entries(), 1u);
}

TEST_F(Pictures, HashesOfCallsHaveTheirNumbers) {
  EXPECT_EQ(run({"colors.wip15", "--call", "3", "--hash"}).out, std::string("call 3 ") + kRedHash + "\n");
}

TEST_F(Pictures, HashesAndPicturesCanBeCombined) {
  const Outcome outcome = run({"colors.wip15", "--frame", "0", "--hash", "-o", "one.png"});
  EXPECT_EQ(outcome.out, std::string("frame 0 ") + kRedHash + "\n");
  EXPECT_EQ(corner("one.png"), kRed);
}

TEST_F(Pictures, AQuietReplaySaysNothingOfItself) {
  const Outcome outcome = run({"colors.wip15", "-q", "--frame", "1", "--hash"});
  EXPECT_EQ(outcome.out.find("frame 1 "), 0u);
  EXPECT_EQ(outcome.err, "");
  const Outcome wrong = run({"colors.wip15", "-q", "--frame", "3", "-o", "a.png"});
  EXPECT_EQ(wrong.out, "");
  EXPECT_TRUE(contains(wrong.err, "no picture of frame 3")) << "errors are told";
}

TEST_F(Pictures, AVerboseReplayTellsOfItsSurfacesAndOfEachCall) {
  const Outcome more = run({"colors.wip15", "-v"}), all = run({"colors.wip15", "-vv"});
  EXPECT_TRUE(contains(more.err, "debug: window 0x200002: 8x4\n")) << more.err;
  EXPECT_TRUE(contains(more.err, "OpenGL 3.3 core was asked for; the driver's is ")) << more.err;
  EXPECT_FALSE(contains(more.err, "glClear"));
  EXPECT_TRUE(contains(all.err, "trace: 3 glClear(mask = GL_COLOR_BUFFER_BIT)\n")) << all.err;
  EXPECT_EQ(std::count(all.err.begin(), all.err.end(), '\n') - std::count(more.err.begin(), more.err.end(), '\n'), 12);
}

TEST_F(Pictures, AVerboseReplayTellsOfAHundredSkippedCallsOfAKind) {
  ApitraceScene unknown;
  unknown.window(8, 4);
  for (int i = 0; i < 150; ++i) unknown.trace.call("glNoSuchFunction()", {});
  unknown.trace.call("glNorThisOne()", {});
  unknown.swap();
  write("unknown.trace", unknown.bytes());
  const Outcome outcome = run({"unknown.trace", "-v"});
  std::size_t told = 0;
  for (std::size_t at = 0; (at = outcome.err.find("glNoSuchFunction is skipped", at)) != std::string::npos; ++at)
    ++told;
  EXPECT_EQ(told, 100u);
  EXPECT_TRUE(contains(outcome.err, "further calls of glNoSuchFunction that are skipped")) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "glNorThisOne is skipped")) << outcome.err;
}

TEST_F(Pictures, WindowSystemsThatAreNotThereLeaveNoMessages) {
  const Outcome outcome = run_with({"SDL_VIDEODRIVER=wayland", "WAYLAND_DISPLAY=none"}, {"colors.wip15", "--strict"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
}

TEST_F(Pictures, TheReplayStopsAfterTheLast) {
  EXPECT_TRUE(contains(run({"colors.wip15", "--frame", "1", "-o", "a.png"}).out, "replayed   2 frames, 8 calls"));
  EXPECT_TRUE(contains(run({"colors.wip15", "--call", "3", "-o", "a.png"}).out, "replayed   0 frames, 4 calls"));
}

// The calls are 0, 1, then 2-4, 5-7 and 8-10 in frames 0, 1 and 2; clears are 3, 6 and 9.
TEST_F(Pictures, FramesAndCallsTogetherAreTheCallsInTheseFrames) {
  const auto numbers = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"colors.wip15", "--hash"});
    const Outcome outcome = run(options);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    std::string found;
    for (std::size_t at = 0; (at = outcome.out.find("call ", at)) != std::string::npos; ++at)
      found += outcome.out.substr(at + 5, outcome.out.find(' ', at + 5) - at - 5) + " ";
    EXPECT_FALSE(contains(outcome.out, "frame ")) << outcome.out;
    return found;
  };
  EXPECT_EQ(numbers({"--frame", "1", "--call", "draw"}), "6 ");
  EXPECT_EQ(numbers({"--frame", "0-1,last", "--call", "draw"}), "3 6 9 ");
  EXPECT_EQ(numbers({"--frame", "1-", "--call", "frame"}), "7 10 ");
  EXPECT_EQ(numbers({"--frame", "last", "--call", "draw", "--no-seek"}), "9 ");
  EXPECT_TRUE(
      contains(run({"colors.wip15", "--frame", "1", "--call", "draw", "-o", "a.png"}).out, "replayed   2 frames"))
      << "the replay ends with the frame";
}

TEST_F(Pictures, OfACallThatTheFramesDoNotHaveCannotBeJudged) {
  const Outcome elsewhere = run({"colors.wip15", "--frame", "1-2", "--call", "3", "--hash"});
  EXPECT_EQ(elsewhere.code, 125);
  EXPECT_TRUE(contains(elsewhere.err, "no picture of call 3: no such frame has it")) << elsewhere.err;
  const Outcome missing = run({"colors.wip15", "--frame", "3", "--call", "draw", "--hash"});
  EXPECT_EQ(missing.code, 125);
  EXPECT_TRUE(contains(missing.err, "no picture of frame 3: the recording has 3 frames")) << missing.err;
}

TEST_F(Pictures, TheLastFrameMayBeOneOfASet) {
  EXPECT_EQ(run({"colors.wip15", "--frame", "0-1/2,last", "-o", "shots"}).code, 0);
  EXPECT_EQ(corner("shots/frame_0000.png"), kRed);
  EXPECT_FALSE(exists("shots/frame_0001.png"));
  EXPECT_EQ(corner("shots/frame_0002.png"), kBlue);
}

TEST_F(Pictures, TheStateOfTheLastFrameIsThatAtItsSwap) {
  const Outcome outcome = run({"colors.wip15", "--state", "last"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, run({"colors.wip15", "--state", "10"}).out);
}

TEST_F(Pictures, OfAMissingFrameCannotBeJudged) {
  const Outcome outcome = run({"colors.wip15", "--frame", "0,3", "-o", "shots"});
  EXPECT_EQ(outcome.code, 125);
  EXPECT_TRUE(contains(outcome.err, "no picture of frame 3: the recording has 3 frames")) << outcome.err;
  EXPECT_EQ(corner("shots/frame_0000.png"), kRed) << "pictures of existing frames are written nevertheless";
}

TEST_F(Pictures, AMissingFrameIsAlsoMissingInALoop) {
  const Outcome outcome = run({"colors.wip15", "--frame", "4", "--loop", "2", "-o", "a.png"});
  EXPECT_EQ(outcome.code, 125);
  EXPECT_TRUE(contains(outcome.err, "the recording has 3 frames")) << outcome.err;
}

TEST_F(Pictures, OfAMissingCallCannotBeJudged) {
  const Outcome outcome = run({"colors.wip15", "--call", "1000", "-o", "a.png"});
  EXPECT_EQ(outcome.code, 125);
  EXPECT_TRUE(contains(outcome.err, "no picture of call 1000")) << outcome.err;
}

TEST_F(Pictures, AnOpenRangeEndsWithTheRecording) {
  EXPECT_EQ(run({"colors.wip15", "--frame", "1-", "-o", "shots"}).code, 0);
  EXPECT_TRUE(exists("shots/frame_0002.png"));
}

TEST_F(Pictures, ThereAreNoneBeforeTheFirstContext) {
  const Outcome outcome = run({"colors.wip15", "--call", "0", "-o", "a.png"});
  EXPECT_EQ(outcome.code, 125);
  EXPECT_TRUE(contains(outcome.err, "call 0: it draws into nothing of which there could be a picture")) << outcome.err;
}

TEST_F(Pictures, AProgramThatNeverSwapsHasOne) {
  Scene still;
  still.window(8, 4).clear(kGreenColor);
  EXPECT_EQ(pixel_of(picture_of(still, 0), 7, 3), kGreen);
}

}  // namespace
}  // namespace replay
