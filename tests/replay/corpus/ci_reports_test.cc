// What GitHub Actions, GitLab and Jenkins are shown of a run.
#include "replay/corpus/ci_reports.h"

#include <gtest/gtest.h>

#include <map>

#include "tests/replay/observe/scratch_folder.h"

namespace replay {
namespace {

CiEngine engine_of(const std::map<std::string, std::string>& variables) {
  return ci_engine_of([&](const char* name) {
    const auto found = variables.find(name);
    return found != variables.end() ? found->second : "";
  });
}

std::vector<Result> failures(std::size_t count, Status status) {
  std::vector<Result> results;
  for (std::size_t i = 0; i < count; ++i)
    results.push_back({.test = "trace" + std::to_string(i), .status = status, .reason = "why"});
  return results;
}

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++count;
  return count;
}

TEST(CiEngine, IsKnownByItsVariables) {
  EXPECT_EQ(engine_of({}).kind, CiEngine::Kind::kNone);
  EXPECT_EQ(engine_of({{"GITHUB_ACTIONS", "false"}}).kind, CiEngine::Kind::kNone);
  EXPECT_EQ(engine_of({{"GITHUB_ACTIONS", "true"}, {"GITHUB_STEP_SUMMARY", "/s"}}).step_summary, "/s");
  EXPECT_EQ(engine_of({{"GITLAB_CI", "true"}, {"CI_PROJECT_DIR", "/p"}}).project, "/p");
  EXPECT_EQ(engine_of({{"JENKINS_URL", "http://ci/"}}).kind, CiEngine::Kind::kJenkins);
}

TEST(CiEngine, NamesPicturesAsItFindsThem) {
  const ScratchFolder scratch;
  const std::filesystem::path folder = scratch.path() / "out" / "results";
  const std::string picture = "pictures/a.trace/actual.png";
  EXPECT_EQ(attachment_path({}, folder, picture), picture);
  const CiEngine gitlab{.kind = CiEngine::Kind::kGitlab, .project = scratch.path()};
  EXPECT_EQ(attachment_path(gitlab, folder, picture), "out/results/" + picture);
  EXPECT_EQ(attachment_path(gitlab, folder, "../other/" + picture), "out/other/" + picture);
  EXPECT_EQ(attachment_path({.kind = CiEngine::Kind::kGitlab, .project = "/elsewhere"}, folder, picture), picture);
  EXPECT_EQ(attachment_path({.kind = CiEngine::Kind::kJenkins}, folder, picture), (folder / picture).string());
}

TEST(GithubAnnotations, HaveNothingThatEndsThem) {
  EXPECT_EQ(github_annotations({{.test = "a:b,c.trace", .status = Status::kFail, .reason = "100 %\r\n::error::x"}}),
            "::error title=Fail%3A a%3Ab%2Cc.trace::100 %25%0D%0A::error::x\n");
  EXPECT_EQ(github_annotations({{.test = "a", .status = Status::kMissing}}), "::warning title=Missing%3A a::Missing\n");
  EXPECT_EQ(github_annotations({{.test = "a", .status = Status::kPass}, {.test = "b", .status = Status::kSkip}}), "");
}

TEST(GithubAnnotations, AreTenOfEachKindAtMost) {
  EXPECT_EQ(count_of(github_annotations(failures(10, Status::kFail)), "::error "), 10u);
  const std::string many = github_annotations(failures(25, Status::kFail));
  EXPECT_EQ(count_of(many, "::error "), 10u);
  EXPECT_TRUE(many.ends_with("::error title=and 16 more traces::The summary of the job lists them.\n")) << many;
}

TEST(GithubSummary, IsMarkdownWithoutThatOfATrace) {
  const std::string text = github_summary({{.test = "a|b<i>*_.trace", .status = Status::kFail, .reason = "one\ntwo"},
                                           {.test = "c", .status = Status::kPass}},
                                          "m.yml on gl-x", 1 << 20);
  EXPECT_TRUE(text.starts_with("## m.yml on gl-x\n\n1 Pass, 1 Fail\n")) << text;
  EXPECT_EQ(count_of(text, "| Fail | a&#124;b&#60;i&#62;&#42;&#95;.trace | 0.0 s | one<br>two |\n"), 2u) << text;
  EXPECT_EQ(count_of(text, "| Pass | c |"), 1u) << text;
  EXPECT_TRUE(text.ends_with("</details>\n"));
}

TEST(GithubSummary, FitsIntoItsRoom) {
  const std::vector<Result> many = failures(1000, Status::kCrash);
  for (const std::size_t room : {0u, 10u, 100u, 300u, 1000u, 5000u, 20'000u, 60'000u, 100'000u}) {
    const std::string text = github_summary(many, "title", room);
    EXPECT_LE(text.size(), room);
    EXPECT_EQ(count_of(text, "<details>"), count_of(text, "</details>"));
  }
  EXPECT_EQ(count_of(github_summary(many, "title", 5000), "more traces do not fit"), 1u);
  EXPECT_EQ(count_of(github_summary(many, "title", 1 << 20), "| Crash |"), 2000u);
}

TEST(GitlabMetrics, CountEveryStatus) {
  std::vector<Result> results = failures(2, Status::kFail);
  results[0].seconds = 1.5;
  results[1].seconds = 2;
  results[1].peak_memory = 1000;
  const std::string text = gitlab_metrics(results);
  EXPECT_EQ(count_of(text, "replay_traces{status=\"Fail\"} 2\n"), 1u) << text;
  EXPECT_EQ(count_of(text, "replay_traces{status=\"Crash\"} 0\n"), 1u) << text;
  EXPECT_EQ(count_of(text, "replay_seconds 3.500\n"), 1u) << text;
  EXPECT_EQ(count_of(text, "replay_peak_memory_bytes 1000\n"), 1u) << text;
  EXPECT_TRUE(text.ends_with("\n# EOF\n"));
}

}  // namespace
}  // namespace replay
