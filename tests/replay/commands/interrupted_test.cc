// What a replay leaves that does not come to its end: the driver crashes, hangs or leaves, or somebody wants an end.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "loaders/base/sanitized.h"
#include "tests/replay/commands/program_test.h"

namespace replay {
namespace {

class Interrupted : public ProgramTest {
 protected:
  static constexpr int kSize = 700;  // large enough that pictures wait to be written

  // A clear and a draw a frame. The driver fails in the fifth draw, that of frame 4.
  void SetUp() override {
    ProgramTest::SetUp();
    if (IsSkipped()) return;
    if (loaders::kSanitized) GTEST_SKIP() << "a sanitizer has its own way with crashes";
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

  // Four frames were drawn: their pictures are there, whole, and nothing else is.
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

TEST_P(Crashes, LeaveWhatWasDone) {
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

TEST_P(Crashes, LeaveItInAChildToo) {
  const Outcome outcome = replay(std::string(GetParam()) + "=5", {"--timeout", "100"});
  EXPECT_EQ(outcome.code, 1) << outcome.err;
  expect_what_was_done(outcome);
  EXPECT_TRUE(contains(outcome.err, "crashed (SIG") && contains(outcome.err, "glDrawArrays, frame 4")) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "the calls before: ")) << outcome.err;
}

INSTANTIATE_TEST_SUITE_P(Driver, Crashes, testing::Values("crash", "abort", "overflow", "thread"),
                         [](const auto& test) { return std::string(test.param); });

TEST_F(Interrupted, ACrashMaySayNothingOfTheDriver) { EXPECT_EQ(replay("crash=5", {"--crash", "skip"}).code, 125); }

TEST_F(Interrupted, ADriverThatCallsExitIsNotTakenForTheEnd) {
  const Outcome outcome = replay("leave=5");
  EXPECT_EQ(outcome.code, 125) << outcome.err;
  expect_what_was_done(outcome);
  EXPECT_TRUE(contains(outcome.err, "the driver called exit()")) << outcome.err;
  EXPECT_EQ(replay("leave=5", {"--timeout", "100"}).code, 125);
}

TEST_F(Interrupted, AnEndThatIsAskedForComesAfterTheFrame) {
  const Outcome outcome = replay("ask=4");
  EXPECT_EQ(outcome.code, 125) << outcome.err;
  expect_what_was_done(outcome);
  EXPECT_EQ(summary()["interrupted"]["crash"], false);
  EXPECT_TRUE(contains(outcome.err, "ended (SIGTERM) in call ")) << outcome.err;
}

TEST_F(Interrupted, AnEndThatIsAskedForComesEvenWhenTheDriverHangs) {
  const Outcome outcome = replay("ask-hang=5");
  EXPECT_EQ(outcome.code, 125) << outcome.err;
  expect_what_was_done(outcome);
  EXPECT_TRUE(contains(outcome.err, "ended (SIGTERM) in call ")) << outcome.err;
}

TEST_F(Interrupted, ShellsSeeThatTheyWereInterrupted) {
  const Outcome outcome = replay("interrupt=4");
  EXPECT_EQ(outcome.code, -1);  // by the signal, which ends a loop of the shell as well
  expect_what_was_done(outcome);
}

TEST_F(Interrupted, ATimeOutLeavesWhatWasDone) {
  const Outcome outcome = replay("hang=5", {"--timeout", "1"});
  EXPECT_EQ(outcome.code, 125) << outcome.err;
  expect_what_was_done(outcome);
  EXPECT_TRUE(contains(outcome.err, "hung: ended after 1.")) << outcome.err;
}

// Nothing can be said by a process that is killed outright: the ring is in memory that its parent has as well.
TEST_F(Interrupted, OfAChildThatIsKilledItsParentTellsTheCalls) {
  const Outcome outcome = replay("kill=5", {"--timeout", "100"});
  EXPECT_EQ(outcome.code, 125) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "the system ran out of memory")) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "was killed (SIGKILL) in call ") && contains(outcome.err, " glDrawArrays, frame 4")) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "the calls before: ") && contains(outcome.err, " glClear\n")) << outcome.err;
  // Pictures that waited to be written are lost then; under its name each that is there is whole.
  for (const auto& file : std::filesystem::directory_iterator(path("shots"))) {
    if (file.path().extension() == ".png") {
      EXPECT_EQ(pixel_of(read_png(file.path()), 10, 10), kBlue) << file.path();
    }
  }
}

// Whose crash is it?

TEST_F(Interrupted, ACrashOfOurOwnThreadsIsNotTheDrivers) {
  for (const char* mode : {"--no-seek", "--crash=bad"}) {  // the second one in a child
    const Outcome outcome = replay("png-writer=5", {mode});
    EXPECT_EQ(outcome.code, 125) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "crashed (SIGSEGV) in call ") && contains(outcome.err, "this is a bug of replay")) << outcome.err;
    // What is known is told, of the pictures that no thread is left to write as well.
    EXPECT_EQ(summary()["exit_code"], 125);
    EXPECT_EQ(summary()["interrupted"]["culprit"], "replay");
    EXPECT_EQ(summary()["frames"], 4);
    std::filesystem::remove(path("summary.json"));
  }
}

// A library of ours faults for whoever calls it: here for the thread that issues calls, which prints the hash of a picture.
TEST_F(Interrupted, ACrashOfOurOwnCodeIsNotTheDrivers) {
  for (const char* mode : {"--no-seek", "--crash=bad"}) {
    const Outcome outcome = run_with({"LD_PRELOAD=" BROKEN_LIBRARY, "BROKEN_LIBRARY=crash"}, {"t.wip15", "--frame", "1", "--hash", mode});
    EXPECT_EQ(outcome.code, 125) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "crashed (SIGSEGV) in call ") && contains(outcome.err, "this is a bug of replay")) << outcome.err;
  }
  // The same library in the hands of a driver, and one that is the driver although it was loaded as early.
  for (const std::vector<std::string>& driver :
       {std::vector<std::string>{"LD_PRELOAD=" BROKEN_LIBRARY, "BROKEN_LIBRARY=crash", "SDL_VIDEO_EGL_DRIVER=" BROKEN_DRIVER, "BROKEN_DRIVER=print=5"},
        {"LD_PRELOAD=" BROKEN_DRIVER, "SDL_VIDEO_EGL_DRIVER=" BROKEN_DRIVER, "BROKEN_DRIVER=crash=5"}}) {
    const Outcome outcome = run_with(driver, {"t.wip15", "--crash", "bad"});
    EXPECT_EQ(outcome.code, 1) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, " glDrawArrays, frame 4\n")) << outcome.err;
  }
}

TEST_F(Interrupted, ACrashOfAnotherDriverThanTheRequiredOneIsNoVerdict) {
  for (const char* mode : {"--no-seek", "--crash=bad"}) {
    const Outcome other = replay("crash=1", {mode, "--require-renderer", "^NotThis"});  // before the first frame ends
    EXPECT_EQ(other.code, 125) << other.err;
    EXPECT_TRUE(contains(other.err, "this is not the driver that was required")) << other.err;
    EXPECT_EQ(replay("crash=1", {mode, "--require-renderer", "llvmpipe|softpipe"}).code, 1);
  }
}

TEST_F(Interrupted, ACrashForWantOfMemoryIsTheLimitsDoing) {
  const Outcome outcome = replay("starve=5", {"--memory-limit", "1000", "--crash", "bad"});
  EXPECT_EQ(outcome.code, 125) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "the memory limit was reached")) << outcome.err;
  EXPECT_EQ(replay("crash=5", {"--memory-limit", "1000", "--crash", "bad"}).code, 1);
  EXPECT_EQ(replay("starve=5", {"--crash", "bad"}).code, 1);  // nobody set a limit
}

TEST_F(Interrupted, ASignalOfAnotherProcessIsNobodysCrash) {
  for (const char* mode : {"--no-seek", "--crash=bad"}) {
    const Outcome crash = replay("stranger=5", {mode});
    EXPECT_EQ(crash.code, 125) << crash.err;
    EXPECT_TRUE(contains(crash.err, "the signal came from outside")) << crash.err;
    EXPECT_EQ(replay("terminator=5", {mode}).code, 125);
  }
}

TEST_F(Interrupted, TheSandboxChangesNothingOfIt) {
  const Outcome outcome = replay("crash=5", {"--sandbox"});
  EXPECT_EQ(outcome.code, 1) << outcome.err;
  expect_what_was_done(outcome);
}

TEST_F(Interrupted, AResultThatCannotBeWrittenIsStillNoResult) {
  EXPECT_EQ(replay("crash=5", {"--state", "1", "--state-file", "/dev/null"}).code, 1);
  EXPECT_EQ(run_with(broken("crash=5"), {"t.wip15", "--json", "/dev/full"}).code, 125);
}

}  // namespace
}  // namespace replay
