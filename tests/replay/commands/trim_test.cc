// `replay trim`: the recording that it writes shows the same pictures.
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>

#include "replay/process/child_process.h"
#include "tests/replay/commands/apitrace_scene.h"
#include "tests/replay/commands/program_test.h"
#include "tests/replay/paths.h"

namespace replay {
namespace {

using tests::at::en;

class Trim : public ProgramTest {
 protected:
  static constexpr int kFrames = 9;

  // Frames that draw a rectangle each. With `clears`, each frame begins with a clear.
  void write_scene(bool clears) {
    ApitraceScene scene;
    scene.window(8, 4);
    for (int frame = 0; frame < kFrames; ++frame) {
      if (clears) scene.clear(kRedColor);
      scene.viewport(frame % 8, 0, 1, 4).fill(frame % 2 == 0 ? kGreenColor : kBlueColor).viewport(0, 0, 8, 4).swap();
    }
    write("t.trace", scene.bytes());
  }

  std::string hash(const std::string& trace, const std::string& option, std::uint64_t number) {
    const Outcome outcome = run({trace, option, std::to_string(number), "--hash", "--headless"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return outcome.out.substr(outcome.out.rfind(' ') + 1);
  }
  std::ptrdiff_t files() const {
    const std::filesystem::directory_iterator all(folder.path());
    return std::distance(begin(all), end(all));
  }
  std::uint64_t calls(const std::string& trace) {
    const std::string dump = run({"dump", trace}).out;
    return static_cast<std::uint64_t>(std::ranges::count(dump, '\n'));
  }
};

TEST_F(Trim, KeepsAFrameAndWhatItNeeds) {
  write_scene(true);
  const Outcome outcome = run({"trim", "t.trace", "--frame", "5", "-o", "out.trace"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "frame      5 is frame 1 there")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "pictures   1 the same as before")) << outcome.out;
  EXPECT_EQ(hash("out.trace", "--frame", 1), hash("t.trace", "--frame", 5));
  EXPECT_LT(calls("out.trace"), calls("t.trace") / 2);
  const std::string info = run({"info", "out.trace"}).out;
  EXPECT_TRUE(contains(info, "replay.source = t.trace")) << info;
  EXPECT_TRUE(contains(info, "replay.command = trim --frame 5\n")) << info;
}

// The second glBlendFunc sets nothing, so the first one is needed.
TEST_F(Trim, KnowsTheCallsThatTheDriverRefuses) {
  constexpr int kBlend = 0x0BE2, kOne = 1, kNoFactor = 0x1234;
  ApitraceScene scene;
  scene.window(8, 4);
  scene.trace.call("glEnable(cap)", {en(kBlend)});
  scene.trace.call("glBlendFunc(sfactor, dfactor)", {en(kOne), en(kOne)});
  scene.trace.call("glBlendFunc(sfactor, dfactor)", {en(kNoFactor), en(kOne)});
  for (int frame = 0; frame < kFrames; ++frame) scene.clear(kRedColor).fill(kGreenColor).swap();
  write("t.trace", scene.bytes());
  const Outcome outcome = run({"trim", "t.trace", "--frame", "5", "-o", "out.trace"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "taking 1 calls that the driver refuses for what they are")) << outcome.err;
  EXPECT_FALSE(contains(outcome.err, "keeping")) << outcome.err;
  EXPECT_EQ(hash("out.trace", "--frame", 1), hash("t.trace", "--frame", 5));
  EXPECT_LT(calls("out.trace"), calls("t.trace") / 2);
  EXPECT_FALSE(contains(run({"dump", "out.trace"}).out, "sfactor = 0x1234"));
}

TEST_F(Trim, KeepsRefusedCallsOfTheFrame) {
  constexpr int kBlend = 0x0BE2, kOne = 1, kNoFactor = 0x1234;
  ApitraceScene scene;
  scene.window(8, 4);
  scene.trace.call("glEnable(cap)", {en(kBlend)});
  scene.trace.call("glBlendFunc(sfactor, dfactor)", {en(kOne), en(kOne)});
  for (int frame = 0; frame < kFrames; ++frame) {
    scene.trace.call("glBlendFunc(sfactor, dfactor)", {en(kNoFactor), en(kOne)});
    scene.clear(kRedColor).fill(kGreenColor).swap();
  }
  write("t.trace", scene.bytes());
  EXPECT_EQ(run({"trim", "t.trace", "--frame", "5", "-o", "out.trace"}).code, 0);
  const std::string dump = run({"dump", "out.trace"}).out;
  EXPECT_TRUE(contains(dump, "sfactor = 0x1234")) << dump;
  EXPECT_EQ(dump.find("sfactor = 0x1234"), dump.rfind("sfactor = 0x1234")) << "those of other frames are not needed";
}

TEST_F(Trim, TellsNothingWhenItShallBeQuiet) {
  write_scene(true);
  const Outcome outcome = run({"trim", "-q", "t.trace", "--frame", "5", "-o", "out.trace"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "");
}

TEST_F(Trim, KeepsTheLastFrame) {
  write_scene(true);
  const std::string last = run({"t.trace", "--frame", "last", "--hash", "--headless"}).out;
  const std::string number = last.substr(0, last.rfind(' ')).substr(std::string("frame ").size());
  for (const char* sandbox : {"--sandbox", "--limit=elements=4096"}) {
    const Outcome outcome = run({"trim", "t.trace", "--frame", "last", sandbox, "-o", "out.trace"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.out, number + " is frame 1 there")) << outcome.out;
    EXPECT_EQ(hash("out.trace", "--frame", 1), last.substr(last.rfind(' ') + 1));
  }
}

TEST_F(Trim, KeepsSeveralFrames) {
  write_scene(true);
  ASSERT_EQ(run({"trim", "t.trace", "--frame", "5-7", "-o", "out.trace"}).code, 0);
  for (std::uint64_t frame = 5; frame <= 7; ++frame)
    EXPECT_EQ(hash("out.trace", "--frame", frame - 4), hash("t.trace", "--frame", frame));
}

TEST_F(Trim, KeepsTheFramesThatShowThrough) {
  write_scene(false);
  const Outcome outcome = run({"trim", "t.trace", "--frame", "6", "-o", "out.trace"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(
      contains(outcome.err, "show another picture; keeping all drawing that no later drawing is proven to cover"))
      << outcome.err;
  EXPECT_EQ(hash("out.trace", "--frame", 1), hash("t.trace", "--frame", 6));
}

// Each frame paints the window anew, with a texture to which it has added a column.
TEST_F(Trim, KeepsWhatIsNotPaintedAnew) {
  using namespace tests::at;
  constexpr int kTexture2d = 0x0DE1, kFramebuffer = 0x8D40, kTestFrames = 40;
  ApitraceScene scene;
  scene.window(kTestFrames, 4);
  scene.trace.call("glBindTexture(target, texture)", {en(kTexture2d), 5});
  scene.trace.call("glTexImage2D(target, level, internalformat, width, height, border, format, type, pixels)",
                   {en(kTexture2d), 0, en(0x1908), kTestFrames, 4, 0, en(0x1908), en(0x1401), null()});
  scene.trace.call("glTexParameteri(target, pname, param)", {en(kTexture2d), en(0x2801), 0x2600});
  scene.trace.call("glBindFramebuffer(target, framebuffer)", {en(kFramebuffer), 1});
  scene.trace.call("glFramebufferTexture2D(target, attachment, textarget, texture, level)",
                   {en(kFramebuffer), en(0x8CE0), en(kTexture2d), 5, 0});
  scene.trace.call("glEnable(cap)", {en(kTexture2d)});
  scene.clear(kRedColor);
  for (int frame = 0; frame < kTestFrames; ++frame) {
    scene.trace.call("glBindFramebuffer(target, framebuffer)", {en(kFramebuffer), 1});
    scene.trace.call("glBindTexture(target, texture)", {en(kTexture2d), 0});
    scene.viewport(frame, 0, 1, 4).fill(frame % 2 == 0 ? kGreenColor : kBlueColor);
    scene.trace.call("glBindFramebuffer(target, framebuffer)", {en(kFramebuffer), 0});
    scene.trace.call("glBindTexture(target, texture)", {en(kTexture2d), 5});
    scene.viewport(0, 0, kTestFrames, 4).fill({1, 1, 1}).swap();
  }
  write("t.trace", scene.bytes());
  const Outcome outcome = run({"trim", "t.trace", "--frame", "35", "-o", "out.trace"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "keeping all drawing that no later drawing is proven to cover")) << outcome.err;
  EXPECT_FALSE(contains(outcome.err, "whose pixels may still be there")) << outcome.err;
  const std::string shown = run({"out.trace", "--frame", "last", "--hash", "--headless"}).out;
  EXPECT_EQ(shown.substr(shown.rfind(' ') + 1), hash("t.trace", "--frame", 35));
}

// A frame that only clears makes the window larger, as its viewport is. Nothing else shows this size.
TEST_F(Trim, TellsTheSizeOfAWindowThatNothingElseShows) {
  ApitraceScene scene;
  scene.window(8, 4);
  for (int frame = 0; frame < kFrames; ++frame) {
    if (frame == 2) scene.viewport(0, 0, 8, 6).clear(kRedColor);
    else scene.viewport(0, 0, 8, 4).clear(kRedColor).viewport(frame, 0, 1, 4).fill(kGreenColor);
    scene.swap();
  }
  write("t.trace", scene.bytes());
  const Outcome outcome = run({"trim", "t.trace", "--frame", "6", "-o", "out.trace"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "adding a query that tells that the window has 8x6 pixels")) << outcome.err;
  const std::string shown = run({"out.trace", "--frame", "last", "--hash", "--headless"}).out;
  EXPECT_TRUE(contains(shown, hash("t.trace", "--frame", 6))) << shown;
  EXPECT_LT(calls("out.trace"), calls("t.trace") / 2);
}

TEST_F(Trim, KeepsCalls) {
  write_scene(true);
  const std::string dump = run({"dump", "t.trace", "--call", "*/draw", "--frame", "4"}).out;
  const std::string last = dump.substr(dump.rfind('\n', dump.size() - 2) + 1);
  const std::uint64_t call = std::stoull(last);
  ASSERT_EQ(run({"trim", "t.trace", "--call", std::to_string(call), "-o", "out.trace"}).code, 0);
  EXPECT_EQ(hash("out.trace", "--call", calls("out.trace") - 1), hash("t.trace", "--call", call));
}

TEST_F(Trim, TrimsRecordingsOfOtherFormats) {
  const std::string trace = DATA_DIR "/cubes_v00_zlib.wip15";
  const Outcome outcome = run({"trim", trace, "--frame", "100", "-o", "out.trace"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_LT(calls("out.trace"), calls(trace) / 5);
}

TEST_F(Trim, TrimsFramesOfSeveralCanvases) {
  const std::string trace = DATA_DIR "/webgl_two_canvases.wtf-trace";
  const Outcome outcome = run({"trim", trace, "--frame", "12", "-o", "out.trace"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "pictures   2 the same as before")) << outcome.out;
}

TEST_F(Trim, NeedsAFileThatItCanReplay) {
  write_scene(true);
  const Outcome outcome = run({"trim", "t.trace", "--frame", "5", "-o", "/dev/null"});
  EXPECT_EQ(outcome.code, 125);
  EXPECT_TRUE(contains(outcome.err, "/dev/null: it is no regular file")) << outcome.err;
  EXPECT_EQ(run({"trim", "t.trace", "--frame", "5", "--no-verify", "-o", "/dev/null"}).code, 0);
}

TEST_F(Trim, LeavesNothingBehindWhenASignalEndsIt) {
  Scene scene;
  scene.window(8, 4).program("out vec4 c; void main() { c = vec4(0.0, 0.0, 1.0, 1.0); }", {}).draw().swap();
  scene.write(path("t.wip15"));
  std::vector<std::pair<std::string, std::string>> hangs;
  for (const std::string& variable : broken("hang=1")) {
    const std::size_t equals = variable.find('=');
    hangs.emplace_back(variable.substr(0, equals), variable.substr(equals + 1));
  }
  ChildProcess child({.words = {REPLAY_PROGRAM, "trim", path("t.wip15"), "--frame", "0", "-o", path("out.trace")},
                      .environment = hangs,
                      .capture = true});
  // Its replay hangs, so what it has written waits for a verdict.
  while (files() < 2 && child.seconds() < 60) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  ASSERT_EQ(::kill(child.pid(), SIGTERM), 0);
  const ChildEnding ending = child.wait(120);
  EXPECT_EQ(ending.code, 125) << describe(ending) << ending.err;
  EXPECT_TRUE(contains(ending.err, "nothing was written, because of SIGTERM")) << ending.err;
  EXPECT_EQ(files(), 1);
}

TEST_F(Trim, LeavesNothingBehindWhenItFails) {
  write_scene(true);
  const Outcome outcome = run({"trim", "t.trace", "--frame", "50", "-o", "out.trace"});
  EXPECT_EQ(outcome.code, 125);
  EXPECT_TRUE(contains(outcome.err, "it has no frame 50")) << outcome.err;
  EXPECT_FALSE(std::filesystem::exists(path("out.trace")));
  EXPECT_EQ(files(), 1);  // t.trace
  EXPECT_EQ(run({"trim", "t.trace", "--frame", "1", "-o", "t.trace"}).code, 2);
  EXPECT_EQ(run({"trim", "t.trace", "-o", "out.trace"}).code, 2);
  EXPECT_EQ(run({"trim", "t.trace", "--frame", "1-", "-o", "out.trace"}).code, 2);
}

TEST_F(Trim, WritesWithoutAReplayWhenAsked) {
  write_scene(true);
  const Outcome outcome = run({"trim", "t.trace", "--frame", "5", "--no-verify", "-o", "out.trace"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_FALSE(contains(outcome.out, "pictures"));
  EXPECT_EQ(hash("out.trace", "--frame", 1), hash("t.trace", "--frame", 5));
}

}  // namespace
}  // namespace replay
