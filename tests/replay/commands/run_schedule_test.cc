// The order in which `replay run` runs traces, and what it runs again or not at all.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/replay/commands/program_test.h"
#include "tests/replay/commands/running_program.h"

namespace replay {
namespace {

using nlohmann::json;

class RunSchedule : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    if (IsSkipped()) return;
    for (const char* name : {"a.wip15", "b.wip15", "c.wip15"}) write_scene(name);
    const std::string hash = run({"a.wip15", "--frame", "last", "--hash", "--headless"}).out;
    md5 = hash.substr(hash.rfind(' ') + 1, 32);
    write_manifest(md5);
  }
  void write_scene(const std::string& name, int frames = 1) const {
    Scene scene;
    scene.window(8, 4).program("out vec4 c; void main() { c = vec4(1.0, 1.0, 1.0, 1.0); }", {});
    for (int frame = 0; frame < frames; ++frame) scene.clear(kRedColor).draw().swap();
    scene.write(path(name));
  }
  void write_manifest(const std::string& checksum_of_b) const {
    std::string text = "traces:\n";
    for (const char* name : {"a.wip15", "b.wip15", "c.wip15"}) {
      text += fmt::format("  {}: {{gl-x: {{checksum: {}}}}}\n", name, name[0] == 'b' ? checksum_of_b : md5);
    }
    write("m.yml", text);
  }
  std::string text_of(const std::string& name) const {
    std::ifstream in(path(name));
    return {std::istreambuf_iterator<char>(in), {}};
  }
  // The lines of results.ndjson, in their order.
  std::vector<json> results(const std::string& file = "results/results.ndjson") const {
    std::vector<json> lines;
    std::istringstream in(text_of(file));
    for (std::string line; std::getline(in, line);) lines.push_back(json::parse(line));
    return lines;
  }
  std::map<std::string, std::string> statuses() const {
    std::map<std::string, std::string> found;
    for (const json& line : results()) found[line["test"]] = line["status"];
    return found;
  }
  std::string order() const {
    std::string text;
    for (const json& line : results()) text += line["test"].get<std::string>()[0];
    return text;
  }

  std::string md5;
};

TEST_F(RunSchedule, StartsTheLongestFirst) {
  write_scene("b.wip15", 40);  // the largest file, of which nothing else is known
  EXPECT_EQ(run({"run", "m.yml", "-j", "1"}).code, 0);
  EXPECT_EQ(order(), "bac");
  const auto line = [](const char* test, double seconds) {
    return json{{"test", test}, {"status", "Pass"}, {"seconds", seconds}}.dump() + "\n";
  };
  write("earlier.ndjson", line("c.wip15", 9) + line("a.wip15", 5) + line("b.wip15", 1));
  EXPECT_EQ(run({"run", "m.yml", "-j", "1", "--durations", "earlier.ndjson"}).code, 0);
  EXPECT_EQ(order(), "cab");
  // Without --durations the results in the folder count, before they are removed.
  std::filesystem::copy_file(path("earlier.ndjson"), path("results/results.ndjson"),
                             std::filesystem::copy_options::overwrite_existing);
  EXPECT_EQ(run({"run", "m.yml", "-j", "1"}).code, 0);
  EXPECT_EQ(order(), "cab");
}

TEST_F(RunSchedule, TellsWhereTheTimeWent) {
  write_manifest(std::string(32, '0'));
  const Outcome outcome = run({"run", "m.yml", "-j", "2"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(contains(outcome.err, " s with 2 jobs: ")) << outcome.err;
  const json times = json::parse(text_of("results/times.json"));
  double all = times["idle"].get<double>() + times["other"].get<double>(), retrying = 0;
  for (const auto& [stage, seconds] : times["stages"].items()) all += seconds.get<double>();
  EXPECT_NEAR(all, 2 * times["seconds"].get<double>(), 0.001);
  EXPECT_GE(times["least_seconds"], times["longest"][0]["seconds"]);
  std::map<double, std::string> by_time;
  for (const json& line : results()) {
    double busy = 0;
    for (const auto& [stage, seconds] : line["times"].items()) busy += stage == "waiting" ? 0 : seconds.get<double>();
    by_time[-busy] = line["test"];
    EXPECT_GT(line["times"]["replaying"], 0);
    EXPECT_EQ(line["times"]["retrying"] > 0, line["test"] == "b.wip15");
    retrying += line["times"]["retrying"].get<double>();
  }
  EXPECT_NEAR(times["stages"]["retrying"], retrying, 1e-6);
  ASSERT_EQ(times["longest"].size(), by_time.size());
  for (std::size_t i = 0; const auto& [seconds, test] : by_time) {
    EXPECT_EQ(times["longest"][i]["test"], test);
    EXPECT_NEAR(times["longest"][i++]["seconds"], -seconds, 1e-6);
  }
  EXPECT_TRUE(contains(text_of("results/report.html"), "Where the time went"));
  EXPECT_EQ(run({"merge", "results/results.ndjson", "-o", "merged"}).code, 1);
  EXPECT_TRUE(contains(text_of("merged/report.html"), "Where the time went"));
}

TEST_F(RunSchedule, TriesAgainAloneWhatLackedMemory) {
  const std::string marker = path("marker").string();
  const Outcome outcome =
      run_with(broken("later=" + marker + ";starve=1;none=0"), {"run", "m.yml", "-j", "1", "--memory-limit", "1000"});
  EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
  EXPECT_EQ(order(), "bca") << "the first one comes last";
  const json again = results().back();
  EXPECT_EQ(again["status"], "Pass");
  EXPECT_TRUE(contains(again["first_try"], "the memory limit was reached")) << again;
  EXPECT_TRUE(contains(again["reason"], "tried again alone, because it had ended for lack of memory")) << again;
  EXPECT_GT(again["times"]["retrying"], 0);
  EXPECT_TRUE(contains(text_of("results/junit.xml"), "tried again alone"));

  // When it lacks memory again, that is its result.
  EXPECT_EQ(run_with(broken("starve=1"), {"run", "m.yml", "-j", "2", "--memory-limit", "1000"}).code, 125);
  for (const json& line : results()) {
    EXPECT_EQ(line["status"], "NotJudged");
    EXPECT_TRUE(line.contains("first_try")) << line;
  }
}

using Statuses = std::map<std::string, std::string>;

TEST_F(RunSchedule, ChangedOnlyTakesOverWhatStillHolds) {
  const std::vector<std::string> again = {"run", "m.yml", "--changed-only", "results/results.ndjson"};
  EXPECT_EQ(run({"run", "m.yml"}).code, 0);
  std::filesystem::copy_file(path("results/results.ndjson"), path("first.ndjson"));
  const Outcome same = run(again);
  EXPECT_EQ(same.code, 0) << same.out << same.err;
  EXPECT_EQ(statuses(), (Statuses{{"a.wip15", "Unchanged"}, {"b.wip15", "Unchanged"}, {"c.wip15", "Unchanged"}}));
  EXPECT_TRUE(contains(same.out, "3 Unchanged")) << same.out;
  EXPECT_TRUE(contains(same.err, "3 of 3 traces are unchanged since results/results.ndjson")) << same.err;
  EXPECT_TRUE(contains(text_of("results/junit.xml"), "<skipped type=\"Unchanged\" message=\"Unchanged: Pass in "));
  EXPECT_TRUE(contains(text_of("results/report.html"), "Unchanged"));
  EXPECT_EQ(run(again).code, 0);
  EXPECT_EQ(results().front()["status"], "Unchanged") << "an Unchanged result may be taken over again";
  EXPECT_EQ(results().front()["earlier"]["status"], "Pass");
  EXPECT_EQ(run({"merge", "results/results.ndjson", "first.ndjson", "-o", "merged"}).code, 0);
  for (const json& line : results("merged/results.ndjson"))
    EXPECT_EQ(line["status"], "Pass") << "it was replayed there";

  // Other bytes that draw the same, another expectation that holds as well, and one trace that stays as it is.
  write_scene("a.wip15", 2);
  const std::string text = text_of("m.yml");
  write("m.yml", text.substr(0, text.rfind(md5)) + "[" + md5 + ", " + std::string(32, '0') + "]}}\n");
  const Outcome changed = run(again);
  EXPECT_EQ(changed.code, 0) << changed.out << changed.err;
  EXPECT_EQ(statuses(), (Statuses{{"a.wip15", "Pass"}, {"b.wip15", "Unchanged"}, {"c.wip15", "Pass"}}));
  EXPECT_TRUE(contains(changed.err, "another expected (1), another trace (1)")) << changed.err;

  // What all traces have in common.
  const Outcome environment = run_with({"LP_PERF=no_mipmap"}, again);
  EXPECT_TRUE(contains(environment.err, "another environment (3)")) << environment.err;
  EXPECT_TRUE(contains(run(again).err, "another environment (3)")) << "and back";
  std::vector<std::string> words = again;
  words.insert(words.end(), {"--timeout", "77"});
  EXPECT_TRUE(contains(run(words).err, "another options (3)"));
  EXPECT_EQ(statuses(), (Statuses{{"a.wip15", "Pass"}, {"b.wip15", "Pass"}, {"c.wip15", "Pass"}}));
  EXPECT_TRUE(contains(run_with(broken("none=0"), words).err, "another driver, environment (3)"));
}

TEST_F(RunSchedule, ChangedOnlyReplaysWhatIsNotSure) {
  write_manifest(std::string(32, '0'));
  const std::vector<std::string> again = {"run", "m.yml", "--changed-only", "results/results.ndjson"};
  std::vector<std::string> with_baseline = again;
  with_baseline.insert(with_baseline.end(), {"--baseline", "baseline"});
  write("baseline", "b.wip15,Fail\n");
  const Outcome first = run(with_baseline);
  EXPECT_EQ(first.code, 0) << first.out;
  EXPECT_TRUE(contains(first.err, "does not exist, so all traces are replayed")) << first.err;
  EXPECT_EQ(run(with_baseline).code, 0);
  EXPECT_EQ(statuses()["b.wip15"], "Unchanged") << "it is an ExpectedFail with the same baseline";
  EXPECT_EQ(run(again).code, 1);
  EXPECT_EQ(statuses(), (Statuses{{"a.wip15", "Unchanged"}, {"b.wip15", "Fail"}, {"c.wip15", "Unchanged"}}));
  EXPECT_EQ(run(again).code, 1);
  EXPECT_EQ(statuses()["b.wip15"], "Fail") << "a failure is never taken over";
  write("flakes", "c\n");
  std::vector<std::string> with_flakes = again;
  with_flakes.insert(with_flakes.end(), {"--flakes", "flakes"});
  EXPECT_EQ(run(with_flakes).code, 1);
  EXPECT_EQ(statuses(), (Statuses{{"a.wip15", "Unchanged"}, {"b.wip15", "Fail"}, {"c.wip15", "Pass"}}));
  EXPECT_EQ(run({"run", "m.yml", "--changed-only", "m.yml"}).code, 125);
  EXPECT_EQ(run({"run", "m.yml", "--changed-only", "x", "--keep-pictures"}).code, 2);
}

TEST_F(RunSchedule, TellsOnATerminalHowFarItIs) {
  const Outcome outcome = run_on_terminal({"run", "m.yml", "-j", "1"}, folder.path());
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "\r0 of 3 traces done; a.wip15 (0 s)\033[K")) << outcome.err;
  EXPECT_FALSE(contains(outcome.out, "\033") || contains(outcome.out, "traces done")) << outcome.out;
  // The line is gone before anything else is printed.
  EXPECT_TRUE(contains(outcome.err, "\r\033[K")) << outcome.err;
  EXPECT_FALSE(contains(outcome.err, "s)replay:")) << outcome.err;
  const Outcome quiet = run_on_terminal({"run", "m.yml", "-q"}, folder.path());
  EXPECT_EQ(quiet.err, "");
}

}  // namespace
}  // namespace replay
