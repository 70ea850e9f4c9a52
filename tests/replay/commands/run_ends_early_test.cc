// `replay run` that ends before its traces have been replayed, and goes on later.
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <map>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>
#include <random>
#include <thread>

#include "tests/replay/commands/program_test.h"
#include "tests/replay/commands/running_program.h"

namespace replay {
namespace {

using Statuses = std::map<std::string, std::string>;

class RunEndsEarly : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    if (IsSkipped()) return;
    for (const char* name : kTraces) {
      Scene scene;
      scene.window(8, 4).program("out vec4 c; void main() { c = vec4(1.0, 1.0, 1.0, 1.0); }", {});
      scene.clear(kRedColor).draw().swap().write(path(name));
    }
    const std::string hash = run({"a.wip15", "--frame", "last", "--hash", "--headless"}).out;
    md5 = hash.substr(hash.rfind(' ') + 1, 32);
    write_manifest(md5);
  }
  void write_manifest(const std::string& checksum) const {
    std::string text = "traces:\n";
    for (const char* name : kTraces) text += "  " + std::string(name) + ": {gl-x: {checksum: " + checksum + "}}\n";
    write("m.yml", text);
  }
  std::string text_of(const std::string& name) const {
    std::ifstream in(path(name));
    return {std::istreambuf_iterator<char>(in), {}};
  }
  // Leaves out a last line that is not finished.
  Statuses statuses() const {
    Statuses result;
    const std::string text = text_of("results/results.ndjson");
    for (std::size_t begin = 0, end = 0; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
      const auto line = nlohmann::json::parse(text.substr(begin, end - begin));
      EXPECT_TRUE(result.emplace(line["test"], line["status"]).second) << line["test"] << " appears twice";
    }
    return result;
  }
  void wait_for_results(std::size_t count) const {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (statuses().size() < count && std::chrono::steady_clock::now() < deadline)
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    ASSERT_EQ(statuses().size(), count);
  }
  // The first trace passes. The second one hangs, in the first process that draws after `marker` was made.
  std::vector<std::string> hangs_after_one() const {
    return broken("later=" + path("marker").string() + ";none=0;hang=1");
  }
  Outcome end_by(int signal) const {
    RunningProgram program({"run", "m.yml", "-j", "1"}, folder.path(), hangs_after_one());
    wait_for_results(1);
    program.send(signal);
    return program.wait();
  }

  static constexpr const char* kTraces[] = {"a.wip15", "b.wip15", "c.wip15"};
  const Statuses all_pass = {{"a.wip15", "Pass"}, {"b.wip15", "Pass"}, {"c.wip15", "Pass"}};
  const Statuses one_passes = {{"a.wip15", "Pass"}, {"b.wip15", "NotRun"}, {"c.wip15", "NotRun"}};
  std::string md5;
};

TEST_F(RunEndsEarly, ASignalEndsItWithReports) {
  for (const auto& [signal, name] : {std::pair(SIGTERM, "SIGTERM"), {SIGINT, "SIGINT"}, {SIGHUP, "SIGHUP"}}) {
    std::filesystem::remove(path("marker"));
    std::filesystem::remove_all(path("results"));
    const auto begin = std::chrono::steady_clock::now();
    const Outcome outcome = end_by(signal);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(60)) << "it waited for the trace";
    EXPECT_EQ(outcome.code, 125) << outcome.err;
    EXPECT_EQ(statuses(), one_passes);
    EXPECT_TRUE(contains(outcome.out, "1 Pass, 2 NotRun")) << outcome.out;
    EXPECT_TRUE(contains(outcome.err, std::string(name) + " ended the run: 2 traces were not run")) << outcome.err;
    EXPECT_TRUE(contains(text_of("results/report.html"), "NotRun"));
    pugi::xml_document xml;
    ASSERT_TRUE(xml.load_string(text_of("results/junit.xml").c_str()));
    EXPECT_EQ(xml.child("testsuites").child("testsuite").attribute("skipped").as_int(), 2);
    EXPECT_FALSE(exists("results/pictures/b.wip15"));
  }
}

// Programs that end others often send two signals in a row.
TEST_F(RunEndsEarly, TwoSignalsInARowAreOne) {
  RunningProgram program({"run", "m.yml", "-j", "1"}, folder.path(), hangs_after_one());
  wait_for_results(1);
  for (int i = 0; i < 2; ++i) program.send(SIGTERM);
  EXPECT_EQ(program.wait().code, 125);
  EXPECT_EQ(statuses(), one_passes);
}

// The second one would remove what the first one writes.
TEST_F(RunEndsEarly, AnotherRunIntoItsFolderIsRefused) {
  RunningProgram program({"run", "m.yml", "-j", "1"}, folder.path(), hangs_after_one());
  wait_for_results(1);
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"run", "m.yml"}, {"run", "m.yml", "--resume"}, {"merge", "results/results.ndjson"}}) {
    const Outcome other = run(words);
    EXPECT_EQ(other.code, 125);
    EXPECT_TRUE(contains(other.err, "results: another process writes results into it")) << other.err;
  }
  EXPECT_EQ(run({"run", "m.yml", "-o", "others"}).code, 0);
  program.send(SIGTERM);
  EXPECT_EQ(program.wait().code, 125);
  EXPECT_EQ(statuses(), one_passes);
  EXPECT_EQ(run_with(broken("none=0"), {"run", "m.yml", "--resume"}).code, 0) << "the lock has gone";
}

TEST_F(RunEndsEarly, ItsTimeIsOver) {
  const Outcome outcome = run_with(broken("hang=1"), {"run", "m.yml", "-j", "1", "--time", "2", "--update"});
  EXPECT_EQ(outcome.code, 125) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "the 2 s of --time were over: 3 traces were not run")) << outcome.err;
  EXPECT_EQ(statuses(), (Statuses{{"a.wip15", "NotRun"}, {"b.wip15", "NotRun"}, {"c.wip15", "NotRun"}}));
  EXPECT_EQ(run({"run", "m.yml", "--time", "0"}).code, 2);
}

TEST_F(RunEndsEarly, ResumeGoesOn) {
  end_by(SIGTERM);
  const std::string first = text_of("results/results.ndjson").substr(0, text_of("results/results.ndjson").find('\n'));
  const Outcome outcome = run_with(broken("none=0"), {"run", "m.yml", "--resume"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(statuses(), all_pass);
  EXPECT_TRUE(text_of("results/results.ndjson").starts_with(first + "\n")) << "the first trace was run again";
  EXPECT_TRUE(contains(outcome.err, "1 of 3 traces have a result already")) << outcome.err;
  // There is nothing left to do, and nothing is lost.
  EXPECT_EQ(run_with(broken("none=0"), {"run", "m.yml", "--resume"}).code, 0);
  EXPECT_EQ(statuses(), all_pass);
}

TEST_F(RunEndsEarly, ResumeWithoutAnEarlierRunBeginsOne) {
  EXPECT_EQ(run({"run", "m.yml", "--resume"}).code, 0);
  EXPECT_EQ(statuses(), all_pass);
}

TEST_F(RunEndsEarly, ResumeRefusesAnotherRunAndKeepsItsResults) {
  EXPECT_EQ(run({"run", "m.yml"}).code, 0);
  const std::string before = text_of("results/results.ndjson");
  const auto refused = [&](const std::vector<std::string>& more, const std::string& why,
                           const std::vector<std::string>& variables = {}) {
    std::vector<std::string> words = {"run", "m.yml", "--resume"};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome outcome = run_with(variables, words);
    EXPECT_EQ(outcome.code, 125) << outcome.out;
    EXPECT_TRUE(contains(outcome.err, why)) << outcome.err;
    EXPECT_EQ(text_of("results/results.ndjson"), before);
  };
  refused({"--shard", "1/2"}, "the choice of traces");
  write("flakes", "a\n");
  refused({"--flakes", "flakes"}, "--flakes");
  refused({}, "the driver", broken("none=0"));  // another library is between
  refused({"--require-renderer", "^NotThis"}, "does not match");
  write_manifest(std::string(32, '0'));
  refused({}, "the manifest");
  std::filesystem::remove(path("results/run.json"));
  refused({}, "there is no run.json beside it");
}

// A picture of the old run would look like one of the new run.
TEST_F(RunEndsEarly, ANewRunRemovesWhatTheLastOneLeft) {
  write_manifest(std::string(32, '0'));
  EXPECT_EQ(run({"run", "m.yml", "--keep-pictures"}).code, 1);
  EXPECT_TRUE(exists("results/pictures/c.wip15"));
  write("results/pictures/mine.txt", "of the user");
  write("m.yml", "traces:\n  a.wip15: {gl-x: {checksum: " + md5 + "}}\n");
  RunningProgram program({"run", "m.yml"}, folder.path(), broken("hang=1"));
  for (int i = 0; i < 600 && (!exists("results/run.json") || exists("results/pictures/c.wip15")); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  program.send(SIGKILL);
  program.wait();
  EXPECT_EQ(text_of("results/results.ndjson"), "");
  EXPECT_FALSE(exists("results/pictures/c.wip15"));
  EXPECT_FALSE(exists("results/junit.xml") || exists("results/report.html"));
  EXPECT_TRUE(exists("results/pictures/mine.txt"));
}

// A run that is killed at any moment leaves whole lines, and goes on with those. REPLAY_TEST_KILLS=200 tries more
// moments than the tests have time for.
TEST_F(RunEndsEarly, KilledAtRandomMoments) {
  const char* more = std::getenv("REPLAY_TEST_KILLS");
  std::mt19937 random(24);
  const auto begin = std::chrono::steady_clock::now();
  ASSERT_EQ(run({"run", "m.yml"}).code, 0);
  const auto whole = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begin);
  for (int kill = 0; kill < (more != nullptr ? std::atoi(more) : 8); ++kill) {
    std::filesystem::remove_all(path("results"));
    Statuses before;
    for (int tries = 0; tries < 2; ++tries) {  // the second one is killed while it resumes
      RunningProgram program({"run", "m.yml", "--resume", "-j", "2"}, folder.path());
      std::this_thread::sleep_for(std::chrono::milliseconds(random() % (whole.count() + 1)));
      program.send(SIGKILL);
      program.wait();
      const Statuses after = statuses();
      for (const auto& [test, status] : before) EXPECT_EQ(after.contains(test), true) << test << " was lost";
      before = after;
    }
    const Outcome outcome = run({"run", "m.yml", "--resume"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(statuses(), all_pass);
  }
}

}  // namespace
}  // namespace replay
