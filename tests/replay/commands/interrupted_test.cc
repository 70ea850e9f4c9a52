// What a replay that ends early leaves: the driver crashes, hangs or ends the process, or a signal asks for the end.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "loaders/base/sanitized.h"
#include "tests/replay/commands/program_test.h"
#include "tests/replay/paths.h"

namespace replay {
namespace {

class Interrupted : public ProgramTest {
 protected:
  static constexpr int kSize = 700;  // large enough that pictures wait to be written

  // Each frame has a clear and a draw. The driver fails in the fifth draw, which belongs to frame 4.
  void SetUp() override {
    ProgramTest::SetUp();
    if (IsSkipped()) return;
    if (loaders::kSanitized) GTEST_SKIP() << "a sanitizer handles crashes itself";
    Scene scene;
    scene.window(kSize, kSize).program("out vec4 c; void main() { c = vec4(0.0, 0.0, 1.0, 1.0); }", {});
    for (int frame = 0; frame < 8; ++frame) scene.clear(kRedColor).draw().swap();
    scene.write(path("t.wip15"));
  }

  Outcome replay(const std::string& fault, std::initializer_list<const char*> more = {}) const {
    std::vector<std::string> words = {"t.wip15", "--frame", "0-", "-o", "shots/", "--json", "summary.json"};
    words.insert(words.end(), more.begin(), more.end());
    return run_with(broken(fault), words);
  }

  // Four frames were drawn. Their complete pictures exist, and nothing else does.
  void expect_what_was_done(const Outcome& outcome) const {
    EXPECT_TRUE(contains(outcome.out, "replayed   4 frames")) << outcome.out;
    for (int frame = 0; frame < 4; ++frame) {
      const std::string name = "shots/frame_000" + std::to_string(frame) + ".png";
      ASSERT_TRUE(exists(name)) << outcome.err;
      EXPECT_EQ(pixel_of(read_png(path(name)), 10, 10), kBlue);
      EXPECT_TRUE(contains(outcome.out, name)) << outcome.out;
    }
    const auto files = std::filesystem::directory_iterator(path("shots"));
    EXPECT_EQ(std::distance(begin(files), end(files)), 4);
    EXPECT_EQ(summary()["frames"], 4);
    EXPECT_EQ(summary()["pictures"].size(), 4u);
    EXPECT_EQ(summary()["whole_recording"], false);
  }

  nlohmann::json summary() const { return nlohmann::json::parse(std::ifstream(path("summary.json"))); }
};

class Crashes : public Interrupted, public testing::WithParamInterface<const char*> {};

TEST_P(Crashes, KeepTheResultsSoFar) {
  const Outcome outcome = replay(std::string(GetParam()) + "=5");
  EXPECT_EQ(outcome.code, 1) << outcome.err;
  expect_what_was_done(outcome);
  EXPECT_EQ(summary()["exit_code"], 1);
  EXPECT_EQ(summary()["interrupted"]["crash"], true);
  const auto calls = summary()["interrupted"]["last_calls"];
  ASSERT_EQ(calls.size(), 16u);
  EXPECT_TRUE(calls.back().get<std::string>().ends_with(" glDrawArrays")) << calls;
  EXPECT_TRUE(calls[14].get<std::string>().ends_with(" glClear")) << calls;
  EXPECT_TRUE(contains(outcome.err, "crashed (SIG") && contains(outcome.err, "glDrawArrays, frame 4")) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "the calls before: ")) << outcome.err;
}

TEST_P(Crashes, KeepTheResultsInAChildToo) {
  const Outcome outcome = replay(std::string(GetParam()) + "=5", {"--timeout", "100"});
  EXPECT_EQ(outcome.code, 1) << outcome.err;
  expect_what_was_done(outcome);
  EXPECT_TRUE(contains(outcome.err, "crashed (SIG") && contains(outcome.err, "glDrawArrays, frame 4")) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "the calls before: ")) << outcome.err;
}

INSTANTIATE_TEST_SUITE_P(Driver, Crashes, testing::Values("crash", "abort", "overflow", "thread"),
                         [](const auto& test) { return std::string(test.param); });

TEST_F(Interrupted, ACrashMaySayNothingAboutTheDriver) { EXPECT_EQ(replay("crash=5", {"--crash", "skip"}).code, 125); }

TEST_F(Interrupted, ADriverThatCallsExitIsNotTheEndOfTheRecording) {
  const Outcome outcome = replay("leave=5");
  EXPECT_EQ(outcome.code, 125) << outcome.err;
  expect_what_was_done(outcome);
  EXPECT_TRUE(contains(outcome.err, "the driver called exit()")) << outcome.err;
  EXPECT_EQ(replay("leave=5", {"--timeout", "100"}).code, 125);
}

TEST_F(Interrupted, ASignalEndsTheReplayAfterTheFrame) {
  const Outcome outcome = replay("ask=4");
  EXPECT_EQ(outcome.code, 125) << outcome.err;
  expect_what_was_done(outcome);
  EXPECT_EQ(summary()["interrupted"]["crash"], false);
  EXPECT_TRUE(contains(outcome.err, "ended (SIGTERM) in call ")) << outcome.err;
}

TEST_F(Interrupted, ASignalEndsTheReplayEvenWhenTheDriverHangs) {
  const Outcome outcome = replay("ask-hang=5");
  EXPECT_EQ(outcome.code, 125) << outcome.err;
  expect_what_was_done(outcome);
  EXPECT_TRUE(contains(outcome.err, "ended (SIGTERM) in call ")) << outcome.err;
}

TEST_F(Interrupted, AShellSeesThatTheSignalEndedTheReplay) {
  const Outcome outcome = replay("interrupt=4");
  EXPECT_EQ(outcome.code, -1);  // it ended by the signal, so that a loop of the shell ends as well
  expect_what_was_done(outcome);
}

TEST_F(Interrupted, ATimeOutKeepsTheResultsSoFar) {
  const Outcome outcome = replay("hang=5", {"--timeout", "1"});
  EXPECT_EQ(outcome.code, 125) << outcome.err;
  expect_what_was_done(outcome);
  EXPECT_TRUE(contains(outcome.err, "hung: ended after 1.")) << outcome.err;
}

// A process that is killed cannot print anything, but the ring of calls is in memory that its parent shares.
TEST_F(Interrupted, TheParentOfAKilledChildReportsItsCalls) {
  const Outcome outcome = replay("kill=5", {"--timeout", "100"});
  EXPECT_EQ(outcome.code, 125) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "the system ran out of memory")) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "was killed (SIGKILL) in call ") && contains(outcome.err, " glDrawArrays, frame 4"))
      << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "the calls before: ") && contains(outcome.err, " glClear\n")) << outcome.err;
  // Pictures that were waiting to be written are lost then, but each picture that exists is complete.
  for (const auto& file : std::filesystem::directory_iterator(path("shots"))) {
    if (file.path().extension() == ".png") {
      EXPECT_EQ(pixel_of(read_png(file.path()), 10, 10), kBlue) << file.path();
    }
  }
}

// Whether a crash is the driver's

TEST_F(Interrupted, ACrashOfTheReplayersOwnThreadsIsNotTheDrivers) {
  for (const char* mode : {"--no-seek", "--crash=bad"}) {  // the second mode uses a child process
    const Outcome outcome = replay("picture-writer=5", {mode});
    EXPECT_EQ(outcome.code, 125) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "crashed (SIGSEGV) in call ") && contains(outcome.err, "this is a bug of replay"))
        << outcome.err;
    // Everything that is known is reported, also the pictures that no thread is left to write.
    EXPECT_EQ(summary()["exit_code"], 125);
    EXPECT_EQ(summary()["interrupted"]["culprit"], "replay");
    EXPECT_EQ(summary()["frames"], 4);
    std::filesystem::remove(path("summary.json"));
  }
}

// A library that the replayer uses crashes. The thread that issues calls uses it for the hash of a picture.
TEST_F(Interrupted, ACrashOfTheReplayersOwnCodeIsNotTheDrivers) {
  for (const char* mode : {"--no-seek", "--crash=bad"}) {
    const Outcome outcome =
        run_with({"LD_PRELOAD=" BROKEN_LIBRARY, "BROKEN_LIBRARY=crash"}, {"t.wip15", "--frame", "1", "--hash", mode});
    EXPECT_EQ(outcome.code, 125) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "crashed (SIGSEGV) in call ") && contains(outcome.err, "this is a bug of replay"))
        << outcome.err;
  }
  // A driver uses the same library, or the driver itself was loaded as early as a library.
  for (const std::vector<std::string>& driver :
       {std::vector<std::string>{"LD_PRELOAD=" BROKEN_LIBRARY, "BROKEN_LIBRARY=crash",
                                 "SDL_VIDEO_EGL_DRIVER=" BROKEN_DRIVER, "BROKEN_DRIVER=print=5"},
        {"LD_PRELOAD=" BROKEN_DRIVER, "SDL_VIDEO_EGL_DRIVER=" BROKEN_DRIVER, "BROKEN_DRIVER=crash=5"}}) {
    const Outcome outcome = run_with(driver, {"t.wip15", "--crash", "bad"});
    EXPECT_EQ(outcome.code, 1) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, " glDrawArrays, frame 4\n")) << outcome.err;
  }
}

TEST_F(Interrupted, ACrashOfAnotherDriverThanTheRequiredOneIsNoVerdict) {
  for (const char* mode : {"--no-seek", "--crash=bad"}) {
    const Outcome other = replay("crash=1", {mode, "--require-renderer", "^NotThis"});  // before a frame ends
    EXPECT_EQ(other.code, 125) << other.err;
    EXPECT_TRUE(contains(other.err, "this is not the driver that was required")) << other.err;
    EXPECT_EQ(replay("crash=1", {mode, "--require-renderer", "llvmpipe|softpipe"}).code, 1);
  }
}

TEST_F(Interrupted, ACrashForLackOfMemoryIsBlamedOnTheLimit) {
  const Outcome outcome = replay("starve=5", {"--memory-limit", "1000", "--crash", "bad"});
  EXPECT_EQ(outcome.code, 125) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "the memory limit was reached")) << outcome.err;
  EXPECT_EQ(replay("crash=5", {"--memory-limit", "1000", "--crash", "bad"}).code, 1);
  EXPECT_EQ(replay("starve=5", {"--crash", "bad"}).code, 1);  // there is no limit
}

TEST_F(Interrupted, ASignalOfAnotherProcessIsNotACrash) {
  for (const char* mode : {"--no-seek", "--crash=bad"}) {
    const Outcome crash = replay("stranger=5", {mode});
    EXPECT_EQ(crash.code, 125) << crash.err;
    EXPECT_TRUE(contains(crash.err, "the signal came from outside")) << crash.err;
    EXPECT_EQ(replay("terminator=5", {mode}).code, 125);
  }
}

TEST_F(Interrupted, TheSandboxDoesNotChangeThis) {
  const Outcome outcome = replay("crash=5", {"--sandbox"});
  EXPECT_EQ(outcome.code, 1) << outcome.err;
  expect_what_was_done(outcome);
}

TEST_F(Interrupted, AResultThatCannotBeWrittenIsStill125) {
  EXPECT_EQ(replay("crash=5", {"--state", "1", "--state-file", "/dev/null"}).code, 1);
  EXPECT_EQ(run_with(broken("crash=5"), {"t.wip15", "--json", "/dev/full"}).code, 125);
}

}  // namespace
}  // namespace replay
