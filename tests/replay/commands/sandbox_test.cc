// --sandbox of the built program: it has the same results, and a malicious driver can do no harm.
#include <fcntl.h>
#include <linux/landlock.h>
#include <seccomp.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "loaders/base/sanitized.h"
#include "tests/replay/commands/program_test.h"
#include "tests/replay/paths.h"

namespace replay {
namespace {

class SandboxedProgram : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    if (IsSkipped()) return;
    Scene().window(8, 4).clear(kRedColor).swap().clear(kGreenColor).swap().write(path("good.wip15"));
  }
};

class SandboxedTraces : public SandboxedProgram, public testing::WithParamInterface<std::string> {};

// Every trace of data/ draws the same pictures in the sandbox.
TEST_P(SandboxedTraces, DrawTheSamePictures) {
  const std::string trace = std::string(DATA_DIR "/") + GetParam();
  const Outcome free = run({trace, "--headless", "--frame", "last", "--hash"});
  const Outcome confined = run({trace, "--sandbox", "--frame", "last", "--hash"});
  EXPECT_EQ(confined.code, free.code) << confined.err;
  EXPECT_EQ(confined.out, free.out) << confined.err;
}

INSTANTIATE_TEST_SUITE_P(Data, SandboxedTraces,
                         testing::Values("cubes_v00_zlib.wip15", "dsa45_v00_lz4.wip15", "multictx_v00_none.wip15",
                                         "textures_v00a_leb_lz4.wip15", "webgl_textures.wtf-trace",
                                         "xfb_v00_lz4.wip15"),
                         [](const auto& test) { return test.param.substr(0, test.param.find('.')); });

TEST_F(SandboxedProgram, WritesAllResultsThatAreAskedFor) {
  const Outcome outcome = run({"good.wip15", "--sandbox", "--frame", "0-", "-o", "shots/", "--json", "summary.json",
                               "--state", "6", "--state-file", "state.json", "--state-pictures", "state"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(pixel_of(read_png(path("shots/frame_0001.png")), 0, 0), kGreen);
  EXPECT_TRUE(nlohmann::json::parse(std::ifstream(path("summary.json"))).contains("frames"));
  EXPECT_TRUE(nlohmann::json::parse(std::ifstream(path("state.json"))).contains("values"));
  EXPECT_FALSE(std::filesystem::is_empty(path("state")));
}

TEST_F(SandboxedProgram, RunsInfoAndDump) {
  for (const char* command : {"info", "dump"}) {
    EXPECT_EQ(run({command, "good.wip15", "--sandbox"}).out, run({command, "good.wip15"}).out);
    EXPECT_EQ(run({command, "missing.wip15", "--sandbox"}).code, 125);
  }
}

TEST_F(SandboxedProgram, HasNoWindow) { EXPECT_EQ(run({"good.wip15", "--sandbox", "--window"}).code, 2); }

TEST_F(SandboxedProgram, ObeysItsMemoryLimit) {
  if (loaders::kSanitized) GTEST_SKIP() << "a sanitizer maps more than any limit";
  const Outcome outcome = run({"good.wip15", "--memory-limit", "1"});
  EXPECT_EQ(outcome.code, 125) << outcome.err;
}

// The driver makes its attempts in its first draw and prints the errno of each.
TEST_F(SandboxedProgram, AMaliciousDriverCanDoNoHarm) {
  Scene scene;
  scene.window(8, 4).program("out vec4 c; void main() { c = vec4(0.0, 0.0, 1.0, 1.0); }", {});
  scene.draw().swap().write(path("drawing.wip15"));
  std::vector<std::string> arguments = {"drawing.wip15", "--frame", "0", "-o", "shots/"};
  const Outcome free = run_with(broken("intrude=1"), arguments);
  EXPECT_TRUE(contains(free.err, "intruder: socket 0, file 0, fork 0")) << free.err;
  EXPECT_TRUE(exists("intruder"));
  std::filesystem::remove(path("intruder"));

  arguments.emplace_back("--sandbox");
  const Outcome confined = run_with(broken("intrude=1"), arguments);
  EXPECT_EQ(confined.code, 0) << confined.err;
  EXPECT_EQ(pixel_of(read_png(path("shots/frame_0000.png")), 1, 1), kBlue);
  if (contains(confined.err, "--sandbox: "))
    GTEST_SKIP() << "this kernel lacks a part of the sandbox: " << confined.err;
  EXPECT_TRUE(contains(confined.err, "intruder: socket 13, file 13, fork 1")) << confined.err;
  EXPECT_FALSE(exists("intruder"));
}

// The same where a command starts the replays: those of trim, both sides of bisect, and the candidates of shrink.
TEST_F(SandboxedProgram, CommandsThatStartReplaysConfineThem) {
  Scene scene;
  scene.window(8, 4).program("out vec4 c; void main() { c = vec4(0.0, 0.0, 1.0, 1.0); }", {});
  scene.draw().swap().write(path("drawing.wip15"));
  ASSERT_EQ(run({"good.wip15", "--headless", "--frame", "0", "-o", "red.png"}).code, 0);
  const std::vector<std::vector<std::string>> commands = {
      {"trim", "drawing.wip15", "--frame", "0", "-o", "trimmed.trace"},
      {"bisect", "drawing.wip15", "--bad", "ANY=1", "-o", "bisect"},
      {"shrink", "drawing.wip15", "--expect-not", "red.png", "-o", "shrunk.trace"}};
  for (std::vector<std::string> command : commands) {
    const Outcome free = run_with(broken("intrude=1"), command);
    EXPECT_EQ(free.code, 0) << command[0] << ": " << free.err;
    EXPECT_TRUE(exists("intruder")) << command[0];
    std::filesystem::remove(path("intruder"));

    command.emplace_back("--sandbox");
    const Outcome confined = run_with(broken("intrude=1"), command);
    EXPECT_EQ(confined.code, 0) << command[0] << ": " << confined.err;
    if (contains(confined.err, "--sandbox: "))
      GTEST_SKIP() << "this kernel lacks a part of the sandbox: " << confined.err;
    EXPECT_FALSE(exists("intruder")) << command[0];
    std::filesystem::remove(path("intruder"));
  }
  const Outcome trimmed = run({"trimmed.trace", "--headless", "--frame", "0", "--hash"});
  EXPECT_EQ(trimmed.out, run({"drawing.wip15", "--headless", "--frame", "0", "--hash"}).out);
}

// What reads the recording for trim ends with an error of the loader, as without a sandbox.
TEST_F(SandboxedProgram, TrimSaysWhatIsWrongWithARecording) {
  write("no.trace", "no recording at all");
  const Outcome free = run({"trim", "no.trace", "--frame", "0", "-o", "out.trace"});
  const Outcome confined = run({"trim", "no.trace", "--frame", "0", "-o", "out.trace", "--sandbox"});
  EXPECT_EQ(confined.code, 125);
  EXPECT_EQ(confined.err, free.err);
  EXPECT_FALSE(exists("out.trace"));
}

// Simulates a kernel without these system calls by a filter around the program.
Outcome run_on_kernel_without(const std::vector<int>& syscalls, const std::vector<std::string>& arguments,
                              const std::filesystem::path& folder) {
  const ScratchFolder scratch;
  const std::string out = scratch.path() / "out";
  const pid_t child = ::fork();
  if (child == 0) {
    const scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    for (const int syscall : syscalls) seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), syscall, 0);
    if (seccomp_load(filter) != 0) ::_exit(99);
    const Outcome outcome = run_program(arguments, folder);
    std::ofstream(out) << outcome.err;
    ::_exit(outcome.code);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  std::ifstream err(out);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, "", {std::istreambuf_iterator<char>(err), {}}};
}

TEST_F(SandboxedProgram, SaysWhatTheKernelLacks) {
  const auto without = [&](std::vector<int> syscalls, const char* sandbox) {
    return run_on_kernel_without(syscalls, {"good.wip15", sandbox, "--frame", "0", "-o", "a.png"}, folder.path());
  };
  const std::vector<int> landlock = {SCMP_SYS(landlock_create_ruleset)}, seccomp = {SCMP_SYS(seccomp)};
  const Outcome no_landlock = without(landlock, "--sandbox");
  if (no_landlock.code == 99) GTEST_SKIP() << "this kernel accepts no seccomp filter";
  EXPECT_EQ(no_landlock.code, 0) << no_landlock.err;
  EXPECT_TRUE(contains(no_landlock.err, "--sandbox: files can be written anywhere: the kernel has no Landlock"))
      << no_landlock.err;
  EXPECT_EQ(without(landlock, "--sandbox=require").code, 125);

  const Outcome no_seccomp = without(seccomp, "--sandbox");
  EXPECT_EQ(no_seccomp.code, 0) << no_seccomp.err;
  EXPECT_TRUE(contains(no_seccomp.err, "--sandbox: the network and other programs can be reached")) << no_seccomp.err;
  EXPECT_EQ(without(seccomp, "--sandbox=require").code, 125);
}

TEST_F(SandboxedProgram, EachTraceOfACorpusIsConfined) {
  write("manifest.yml", "traces:\n  good.wip15:\n    here:\n      checksum: 00000000000000000000000000000000\n");
  const Outcome outcome = run({"run", "manifest.yml", "--sandbox", "-o", "results"});
  EXPECT_EQ(outcome.code, 1) << outcome.err;
  std::ifstream results(path("results/results.ndjson"));
  const std::string line{std::istreambuf_iterator<char>(results), {}};
  EXPECT_TRUE(contains(line, "--sandbox")) << line;
  EXPECT_TRUE(contains(line, "\"actual\"")) << line;
}

}  // namespace
}  // namespace replay
