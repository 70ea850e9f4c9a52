// `replay run` as a job of GitHub Actions and of GitLab: the log, and what lies beside the reports.
#include <gtest/gtest.h>

#include "tests/replay/commands/program_test.h"

namespace replay {
namespace {

class RunInCi : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    Scene scene;
    scene.window(8, 4).clear(kRedColor).swap().write(path("a.wip15"));
    write("m.yml", "traces:\n  a.wip15:\n    gl-x:\n      checksum: " + std::string(32, '0') + "\n");
  }
  std::string text_of(const std::string& name) const {
    std::ifstream in(path(name));
    return {std::istreambuf_iterator<char>(in), {}};
  }
};

TEST_F(RunInCi, GithubGetsAnnotationsAndASummary) {
  write("summary.md", "of another step\n");
  const Outcome outcome =
      run_with({"GITHUB_ACTIONS=true", "GITHUB_STEP_SUMMARY=" + path("summary.md").string()}, {"run", "m.yml"});
  EXPECT_EQ(outcome.code, 1) << outcome.err;
  EXPECT_TRUE(outcome.out.starts_with("::group::1 traces\n::stop-commands::")) << outcome.out;
  // What comes from traces and drivers stands between the word that stops commands and the same one that lets them go
  // on.
  const std::size_t begin = outcome.out.find("::stop-commands::") + 17;
  const std::string word = outcome.out.substr(begin, outcome.out.find('\n', begin) - begin);
  EXPECT_EQ(word.size(), 32u);
  EXPECT_TRUE(contains(outcome.out, "\n::" + word + "::\n::endgroup::\n")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "::group::Fail: a.wip15\n")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "\nby hand: ")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "\n::error title=Fail%3A a.wip15::")) << outcome.out;
  EXPECT_TRUE(text_of("summary.md").starts_with("of another step\n## m.yml on gl-x\n")) << text_of("summary.md");
  EXPECT_TRUE(contains(text_of("summary.md"), "| Fail | a.wip15 |")) << text_of("summary.md");
  EXPECT_FALSE(exists("results/metrics.txt"));
}

TEST_F(RunInCi, GitlabGetsSectionsAttachmentsAndMetrics) {
  const Outcome outcome =
      run_with({"GITLAB_CI=true", "CI_PROJECT_DIR=" + folder.path().string()}, {"run", "m.yml", "-o", "out/results"});
  EXPECT_EQ(outcome.code, 1) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, ":traces[collapsed=true]\r\x1b[0K1 traces\n")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, ":traces\r\x1b[0K\n")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, ":trace_1[collapsed=true]\r\x1b[0KFail: a.wip15\n")) << outcome.out;
  EXPECT_FALSE(contains(outcome.out, "::error")) << outcome.out;
  const std::string attachment = "[[ATTACHMENT|out/results/pictures/a.wip15/frame_0000.png]]";
  EXPECT_TRUE(contains(text_of("out/results/junit.xml"), attachment)) << text_of("out/results/junit.xml");
  EXPECT_TRUE(exists("out/results/pictures/a.wip15/frame_0000.png"));
  EXPECT_TRUE(contains(text_of("out/results/metrics.txt"), "replay_traces{status=\"Fail\"} 1\n"));
  // A run that no engine starts removes what is of an earlier one, and prints no marker.
  const Outcome plain = run({"run", "m.yml", "-o", "out/results"});
  EXPECT_FALSE(contains(plain.out, "\x1b")) << plain.out;
  EXPECT_FALSE(exists("out/results/metrics.txt"));
}

TEST_F(RunInCi, ASummaryThatCannotBeWrittenIsSaid) {
  const Outcome outcome =
      run_with({"GITHUB_ACTIONS=true", "GITHUB_STEP_SUMMARY=/nowhere/summary.md"}, {"run", "m.yml"});
  EXPECT_EQ(outcome.code, 1) << "the verdict comes first: " << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "/nowhere/summary.md: ")) << outcome.err;
  EXPECT_TRUE(exists("results/junit.xml"));
}

}  // namespace
}  // namespace replay
