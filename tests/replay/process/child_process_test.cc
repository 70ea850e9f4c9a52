#include "replay/process/child_process.h"

#include <gtest/gtest.h>
#include <seccomp.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <thread>

#include "replay/base/cannot_judge.h"
#include "replay/process/orphans.h"

namespace replay {
namespace {

using How = ChildEnding::How;

ChildEnding run(const std::string& script, std::optional<double> timeout = std::nullopt, ChildOptions options = {}) {
  options.words = {"sh", "-c", script};
  options.capture = true;
  ChildProcess child(options);
  return child.wait(timeout);
}

TEST(ChildProcess, ReportsHowItEndedAndWhatItPrinted) {
  const ChildEnding ending = run("echo out; echo err >&2; exit 7");
  EXPECT_EQ(ending.how, How::kExited);
  EXPECT_EQ(ending.code, 7);
  EXPECT_EQ(ending.out, "out\n");
  EXPECT_EQ(ending.err, "err\n");
  EXPECT_EQ(describe(ending), "ended with exit code 7");
}

TEST(ChildProcess, NamesTheSignal) {
  const ChildEnding ending = run("kill -SEGV $$");
  EXPECT_EQ(ending.how, How::kSignalled);
  EXPECT_EQ(ending.signal, SIGSEGV);
  EXPECT_EQ(describe(ending), "crashed (SIGSEGV) before the first call");
}

TEST(ChildProcess, IsKilledAfterItsTimeoutEvenIfItIgnoresSignals) {
  EXPECT_EQ(run("sleep 60", 0.2).how, How::kTimedOut);
  const ChildEnding stubborn = run("trap '' TERM; sleep 60 & wait; sleep 60", 0.2);
  EXPECT_EQ(stubborn.how, How::kTimedOut);
  EXPECT_LT(stubborn.seconds, 20);
}

TEST(ChildProcess, KeepsTheEndOfALongOutput) {
  const ChildEnding ending = run("head -c 3000000 /dev/zero | tr '\\0' x; echo end");
  EXPECT_EQ(ending.out.size(), ChildProcess::kMaxOutput);
  EXPECT_TRUE(ending.out.ends_with("xend\n"));
}

TEST(ChildProcess, DoesNotWaitForProcessesThatTheChildLeavesRunning) {
  const ChildEnding ending = run("sleep 60 & echo done", 30.0);
  EXPECT_EQ(ending.how, How::kExited);
  EXPECT_EQ(ending.out, "done\n");
  EXPECT_LT(ending.seconds, 20);
}

// One that has left its group is found when this process adopts it, and killed.
TEST(ChildProcess, EndsProcessesThatHaveLeftItsGroup) {
  EXPECT_EXIT(
      {
        adopt_orphans();
        const ChildEnding ending = run("setsid sleep 60 & echo done", 30.0);
        std::_Exit(ending.left.size() == 1 && names_of_orphans().empty() && ending.seconds < 20 ? 0 : 1);
      },
      testing::ExitedWithCode(0), "");
}

TEST(ChildProcess, HasItsOwnEnvironment) {
  ::setenv("CHILD_TEST", "ours", 1);
  EXPECT_EQ(run("echo $CHILD_TEST", std::nullopt, {.words = {}, .environment = {{"CHILD_TEST", "theirs"}}}).out,
            "theirs\n");
  ::unsetenv("CHILD_TEST");
}

TEST(ChildProcess, ItsMemoryIsLimited) {
  const ChildEnding ending =
      run("head -c 400000000 /dev/zero | tail | wc -c", std::nullopt, {.words = {}, .memory_limit = 64 << 20});
  EXPECT_NE(ending.out, "400000000\n");
}

TEST(ChildProcess, AProgramThatCannotBeStartedIsAnError) {
  EXPECT_THROW(ChildProcess({.words = {"/no/such/program"}}), CannotJudge);
  EXPECT_THROW(ChildProcess({.words = {"no-such-program-anywhere"}}), CannotJudge);
}

TEST(ChildProcess, CommunicatesThroughItsChannel) {
  ChildProcess child({.words = {"sh", "-c", "read line <&4; echo got $line >&4"}, .channel = true});
  ASSERT_EQ(::write(child.channel(), "this\n", 5), 5);
  char answer[64] = {};
  EXPECT_EQ(::read(child.channel(), answer, sizeof answer), 9);
  EXPECT_STREQ(answer, "got this\n");
  EXPECT_EQ(child.wait().code, 0);
}

// Some kernels and containers have no file descriptors for processes.
TEST(ChildProcess, IsWaitedForWithoutAProcessDescriptor) {
  std::jthread([] {
    // The filter applies to this thread and to what it starts.
    const std::unique_ptr<void, decltype(&seccomp_release)> filter(seccomp_init(SCMP_ACT_ALLOW), seccomp_release);
    seccomp_rule_add(filter.get(), SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(pidfd_open), 0);
    ASSERT_EQ(seccomp_load(filter.get()), 0);
    ASSERT_EQ(::syscall(SYS_pidfd_open, ::getpid(), 0), -1);
    const ChildEnding good = run("echo out; exit 7");
    EXPECT_EQ(good.code, 7);
    EXPECT_EQ(good.out, "out\n");
    EXPECT_EQ(run("kill -SEGV $$", 30.0).signal, SIGSEGV);
    const ChildEnding hung = run("sleep 60", 0.2);
    EXPECT_EQ(hung.how, How::kTimedOut);
    EXPECT_LT(hung.seconds, 5);
    // The child closed its output, so the parent does not notice its end there.
    EXPECT_EQ(run("exec >&- 2>&-; sleep 60", 0.2).how, How::kTimedOut);
    EXPECT_EQ(run("exec >&- 2>&-; sleep 0.3; exit 5", 30.0).code, 5);
  });
}

TEST(ChildProcess, AKilledChildSaysNothingAboutTheDriver) {
  const ChildEnding killed = run("kill -KILL $$");
  EXPECT_EQ(killed.culprit, Culprit::kOutside);
  EXPECT_FALSE(is_crash_of_driver(killed));
  EXPECT_NE(describe(killed).find("the system ran out of memory"), std::string::npos) << describe(killed);
  EXPECT_EQ(run("kill -TERM $$").culprit, Culprit::kOutside);
  EXPECT_TRUE(is_crash_of_driver(run("kill -SEGV $$")));
}

TEST(ChildProcess, SeveralAtOnceDoNotInheritEachOthersPipes) {
  std::vector<std::jthread> threads;
  std::atomic<int> good = 0;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&good] {
      for (int k = 0; k < 5; ++k) good += run("cat </dev/null; echo x", 20.0).out == "x\n";
    });
  }
  threads.clear();
  EXPECT_EQ(good, 40);
}

}  // namespace
}  // namespace replay
