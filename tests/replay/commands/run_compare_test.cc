// `replay run --compare`, whose bad side is a driver that is slower by order.
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <nlohmann/json.hpp>
#include <thread>

#include "tests/replay/commands/program_test.h"
#include "tests/replay/commands/running_program.h"
#include "tests/replay/paths.h"

namespace replay {
namespace {

class RunCompare : public ProgramTest {
 protected:
  // Each draw of the bad side is slow. The first trace has one of one program, the second one twenty of the last of
  // two.
  void write_traces() const {
    std::filesystem::create_directories(path("traces/sub"));
    write_trace("traces/one.wip15", 1);
    write_trace("traces/sub/two.wip15", 2);
    write("traces/notes.txt", "no recording");
  }
  void write_trace(const std::string& name, int programs) const {
    Scene scene;
    scene.window(16, 16);
    for (int i = 0; i < programs; ++i) scene.program("out vec4 c; void main() { c = vec4(1.0, 1.0, 1.0, 1.0); }", {});
    for (int frame = 0; frame < 8; ++frame) {
      scene.clear(kRedColor);
      for (int draw = 0; draw < (programs == 2 ? 20 : 1); ++draw) scene.draw();
      scene.swap();
    }
    scene.write(path(name));
  }
  // `slowness`: how many steps a draw of the bad side takes more.
  static std::vector<std::string> words_of(const std::string& corpus, const std::string& slowness,
                                           const std::vector<std::string>& more = {}, const std::string& limit = "4") {
    std::vector<std::string> words = {
        "run",       corpus, "--compare",     "--bad", "SDL_VIDEO_EGL_DRIVER=" SLOW_DRIVER " SLOW_DRIVER=" + slowness,
        "--measure", "cpu",  "--slower-than", limit,   "--verdict-only",
        "--no-where"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  Outcome compare(const std::string& corpus, const std::vector<std::string>& more,
                  const std::string& limit = "4") const {
    return run(words_of(corpus, "400000", more, limit));
  }
  void expect_reports_of_first_only() const {
    EXPECT_TRUE(contains(read("results/junit.xml"), "name=\"one.wip15\"")) << read("results/junit.xml");
    EXPECT_TRUE(contains(read("results/junit.xml"), "<skipped type=\"NotRun\"")) << read("results/junit.xml");
    EXPECT_TRUE(contains(read("results/report.html"), "NotRun"));
    EXPECT_EQ(nlohmann::json::parse(read("results/compare.json"))["traces"].size(), 1u);
    EXPECT_TRUE(contains(read("results/ratios.csv"), "one.wip15"));
  }
  std::string read(const std::string& name) const {
    std::ifstream in(path(name));
    return {std::istreambuf_iterator<char>(in), {}};
  }
};

TEST_F(RunCompare, ComparesTheRecordingsOfAFolder) {
  write_traces();
  const Outcome outcome = compare("traces", {});
  EXPECT_EQ(outcome.code, 1) << outcome.out << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "2/2 Fail     sub/two.wip15")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "geometric mean")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "reports in results")) << outcome.out;
  EXPECT_TRUE(contains(read("results/junit.xml"), "<failure type=\"Fail\"")) << read("results/junit.xml");
  EXPECT_TRUE(contains(read("results/junit.xml"), "tests=\"2\"")) << read("results/junit.xml");
  EXPECT_TRUE(contains(read("results/report.html"), "sub/two.wip15"));
  EXPECT_EQ(nlohmann::json::parse(read("results/compare.json"))["traces"].size(), 2u);
  // What is accepted is no longer slower. The second trace is more than 20 times slower, and a machine with other load
  // soon shows that it is not that much slower than it was.
  std::filesystem::rename(path("results/ratios.csv"), path("known.csv"));
  const Outcome known = compare("traces", {"--baseline", "known.csv", "-o", "again"}, "20");
  EXPECT_EQ(known.code, 0) << known.out << known.err;
}

TEST_F(RunCompare, SkipsWhatTheManifestSaysAndMissesWhatIsNotThere) {
  write_traces();
  write("m.yml",
        "traces:\n  sub/two.wip15:\n    any: {label: crash}\n  absent.trace:\n    any: {checksum: "
        "0123456789abcdef0123456789abcdef}\n  one.rdc:\n    any: {checksum: 0123456789abcdef0123456789abcdef}\n");
  const Outcome outcome = compare("m.yml", {"--db-path", "traces"});
  EXPECT_EQ(outcome.code, 125) << outcome.out << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "1 Missing")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "2 Skip")) << outcome.out;
}

TEST_F(RunCompare, ASignalEndsItWithReports) {
  write_traces();
  // Only draws of a second program are slow, so the first trace is compared soon, and the other one not at all.
  RunningProgram program(words_of("traces", "360000000000:2"), folder.path());
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(2);
  while (!contains(read("results/results.ndjson"), "one.wip15") && std::chrono::steady_clock::now() < deadline)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  program.send(SIGTERM);
  const Outcome outcome = program.wait();
  EXPECT_EQ(outcome.code, 125) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "SIGTERM ended the run: 1 traces were not compared")) << outcome.err;
  expect_reports_of_first_only();
}

TEST_F(RunCompare, RefusesWhatDoesNotFit) {
  write_traces();
  EXPECT_EQ(compare("traces", {"-j", "2"}).code, 2);
  EXPECT_EQ(compare("traces", {"--update"}).code, 2);
  EXPECT_EQ(compare("traces", {"--embed"}).code, 2) << "its page has no pictures";
  EXPECT_EQ(run({"run", "traces", "--bad", "A=1"}).code, 2);
  EXPECT_EQ(run({"run", "traces", "--slower-than", "2"}).code, 2);
  EXPECT_EQ(compare("nowhere", {}).code, 125);
  std::filesystem::create_directories(path("empty"));
  EXPECT_EQ(compare("empty", {}).code, 125);
  write("wrong.csv", "a,Pass\n");
  EXPECT_EQ(compare("traces", {"--baseline", "wrong.csv"}).code, 125);
}

}  // namespace
}  // namespace replay
