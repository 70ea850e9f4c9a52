// `replay run` and `replay merge`, as a CI job runs them.
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/replay/commands/program_test.h"
#include "tests/replay/paths.h"

namespace replay {
namespace {

class RunCommand : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    for (const char* name : {"a.wip15", "b.wip15", "c.wip15"}) scene(name);
    const std::string hash = run({"a.wip15", "--frame", "last", "--hash", "--headless"}).out;
    md5 = hash.substr(hash.rfind(' ') + 1, 32);
    ASSERT_TRUE(contains(hash, "frame 1 ")) << hash;
  }
  void scene(const std::string& name) const {
    Scene scene;
    scene.window(8, 4).clear(kRedColor).swap().clear(kGreenColor);
    scene.program("out vec4 c; void main() { c = vec4(1.0, 1.0, 1.0, 1.0); }", {});
    scene.draw().swap().write(path(name));
  }
  static std::string entry(const std::string& trace, const std::string& checksum, const std::string& more = "") {
    return "  " + trace + ":\n    gl-x:\n      checksum: " + checksum + "\n" + more;
  }
  void manifest(const std::string& traces) const { write("m.yml", "traces:\n" + traces); }
  // Returns the status of each test.
  std::map<std::string, std::string> statuses(const std::string& file = "results/results.ndjson") const {
    std::map<std::string, std::string> result;
    std::ifstream in(path(file));
    for (std::string line; std::getline(in, line);) {
      const auto test = nlohmann::json::parse(line);
      result[test["test"]] = test["status"];
    }
    return result;
  }
  std::string text_of(const std::string& name) const {
    std::ifstream in(path(name));
    return {std::istreambuf_iterator<char>(in), {}};
  }
  using Statuses = std::map<std::string, std::string>;

  std::string md5;
  const std::string wrong = std::string(32, '0');
};

TEST_F(RunCommand, JudgesEachTraceByTheManifest) {
  manifest(entry("a.wip15", md5) + entry("b.wip15", wrong) + entry("none.wip15", md5) + entry("d.rdc", md5) +
           "  e.wip15:\n    gl-y:\n      checksum: " + md5 + "\n  f.wip15:\n    gl-x:\n      label: [skip]\n");
  const Outcome outcome = run({"run", "m.yml", "--device", "gl-x", "-j", "2"});
  EXPECT_EQ(outcome.code, 1) << outcome.out << outcome.err;
  EXPECT_EQ(statuses(), (Statuses{{"a.wip15", "Pass"},
                                  {"b.wip15", "Fail"},
                                  {"none.wip15", "Missing"},
                                  {"d.rdc", "Skip"},
                                  {"e.wip15", "Skip"},
                                  {"f.wip15", "Skip"}}));
  EXPECT_TRUE(exists("results/pictures/b.wip15/frame_0001.png"));
  EXPECT_FALSE(exists("results/pictures/a.wip15"));
  EXPECT_TRUE(contains(text_of("results/report.html"), "Fail: b.wip15"));
  EXPECT_TRUE(contains(text_of("results/junit.xml"), "failures=\"1\""));
}

TEST_F(RunCommand, AGoodRunIsZeroAndAMissingTraceIsNot) {
  manifest(entry("a.wip15", md5));
  EXPECT_EQ(run({"run", "m.yml"}).code, 0);  // the manifest has only one device, so it is chosen
  manifest(entry("a.wip15", md5) + entry("none.wip15", md5));
  EXPECT_EQ(run({"run", "m.yml"}).code, 125);
  EXPECT_EQ(run({"run", "m.yml", "--device", "gl-z"}).code, 125);
  EXPECT_EQ(run({"run", "none.yml"}).code, 125);
  EXPECT_EQ(run({"run"}).code, 2);
  EXPECT_EQ(run({"run", "m.yml", "--shard", "3/2"}).code, 2);
}

TEST_F(RunCommand, AcceptsOneOfSeveralChecksumsAndPicturesWithATolerance) {
  EXPECT_EQ(run({"a.wip15", "--frame", "0", "-o", "red.png"}).code, 0);
  manifest("  a.wip15:\n    gl-x:\n      frames:\n        0: {reference: red.png}\n        last: [" + wrong + ", " +
           md5 +
           "]\n  b.wip15:\n    gl-x:\n      reference: red.png\n      tolerance: 255\n  c.wip15:\n    gl-x:\n      "
           "reference: red.png\n");
  EXPECT_EQ(run({"run", "m.yml"}).code, 1);
  EXPECT_EQ(statuses(), (Statuses{{"a.wip15", "Pass"}, {"b.wip15", "Pass"}, {"c.wip15", "Fail"}}));
  EXPECT_TRUE(exists("results/pictures/c.wip15/expected_frame_0001.png"));
  EXPECT_TRUE(contains(text_of("results/report.html"), "32 of 32 pixels (100.00 %) differ"));
}

// In another folder, with the variables of the run and what is expected.
TEST_F(RunCommand, TheCommandByHandCanBePasted) {
  EXPECT_EQ(run({"a.wip15", "--frame", "0", "-o", "red.png"}).code, 0);
  manifest("  a.wip15:\n    gl-x:\n      reference: red.png\n" + entry("b.wip15", wrong) + entry("c.wip15", md5));
  run_with({"LP_PERF=no_mipmap"}, {"run", "m.yml"});
  std::filesystem::create_directory(path("elsewhere"));  // where it leaves pictures of what differs
  std::ifstream in(path("results/results.ndjson"));
  int judged = 0;
  for (std::string line; std::getline(in, line); ++judged) {
    const auto result = nlohmann::json::parse(line);
    const std::string command = result["command"];
    EXPECT_TRUE(contains(command, "LP_PERF=no_mipmap ")) << command;
    EXPECT_TRUE(contains(command, " --expect ")) << command;
    const int status =
        std::system(("cd " + path("elsewhere").string() + " && " + command + " >/dev/null 2>&1").c_str());
    EXPECT_EQ(WEXITSTATUS(status), result["status"] == "Pass" ? 0 : 1) << command;
  }
  EXPECT_EQ(judged, 3);
}

TEST_F(RunCommand, CrashesHangsAndExitsOfTheDriverHaveStatuses) {
  manifest(entry("a.wip15", md5));
  EXPECT_EQ(run_with(broken("crash=1"), {"run", "m.yml"}).code, 1);
  EXPECT_EQ(statuses()["a.wip15"], "Crash");
  EXPECT_TRUE(contains(text_of("results/results.ndjson"), "SIGSEGV) in call "));
  EXPECT_EQ(run_with(broken("hang=1"), {"run", "m.yml", "--timeout", "1"}).code, 1);
  EXPECT_EQ(statuses()["a.wip15"], "Timeout");
  EXPECT_EQ(run_with(broken("exit=1"), {"run", "m.yml"}).code, 1);
  EXPECT_EQ(statuses()["a.wip15"], "Crash");
}

TEST_F(RunCommand, TheContentOfATraceIsVerifiedFirst) {
  manifest("  a.wip15:\n    size: 5\n    gl-x: {checksum: " + md5 +
           "}\n  b.wip15:\n    sha256: " + std::string(64, '0') + "\n    gl-x: {checksum: " + md5 +
           "}\n  c.wip15:\n    size: " + std::to_string(std::filesystem::file_size(path("c.wip15"))) +
           "\n    gl-x: {checksum: " + md5 + "}\n");
  EXPECT_EQ(run({"run", "m.yml"}).code, 125);
  EXPECT_EQ(statuses(), (Statuses{{"a.wip15", "Missing"}, {"b.wip15", "Missing"}, {"c.wip15", "Pass"}}));
}

TEST_F(RunCommand, ADamagedTraceIsNotGood) {
  const std::string bytes = text_of("a.wip15");
  write("a.wip15", bytes.substr(0, bytes.size() - 3));
  write("b.wip15", "nonsense");
  const std::string first = run({"c.wip15", "--frame", "0", "--hash"}).out.substr(8, 32);
  manifest(entry("a.wip15", first) + entry("b.wip15", md5));
  EXPECT_EQ(run({"run", "m.yml"}).code, 125);
  EXPECT_EQ(statuses(), (Statuses{{"a.wip15", "NotJudged"}, {"b.wip15", "NotJudged"}}));
}

// When a replay ends with 125, the driver has not failed. A failure of another frame stays a failure.
TEST_F(RunCommand, ATraceThatCannotBeJudgedHasItsOwnStatus) {
  const std::string frame_9 = "  b.wip15:\n    gl-x:\n      frames: {9: " + md5 + "}\n";
  manifest(entry("a.wip15", md5) + frame_9);
  const Outcome outcome = run({"run", "m.yml"});
  EXPECT_EQ(outcome.code, 125) << outcome.out;
  EXPECT_EQ(statuses(), (Statuses{{"a.wip15", "Pass"}, {"b.wip15", "NotJudged"}}));
  EXPECT_TRUE(contains(outcome.out, "1 Pass, 1 NotJudged")) << outcome.out;
  EXPECT_TRUE(contains(text_of("results/junit.xml"), "errors=\"1\""));
  EXPECT_TRUE(contains(text_of("results/report.html"), "NotJudged: b.wip15"));

  const std::pair<std::string, std::string> not_judged[] = {
      {"      reference: missing.png\n", "missing.png"},
      {"      label: [slow]\n", "nothing is expected yet: it is " + md5},
      {"      checksum: " + md5 + "\n      arguments: [--no-such]\n", "its arguments are wrong"},
      {"      checksum: " + md5 + "\n      arguments: [--format, qoi]\n", "pictures are compared as PNG"},
      {"      checksum: " + md5 + "\n      arguments: [--require-renderer, NotThis]\n", "does not match"},
  };
  for (const auto& [text, reason] : not_judged) {
    manifest("  b.wip15:\n    gl-x:\n" + text);
    EXPECT_EQ(run({"run", "m.yml"}).code, 125) << text;
    EXPECT_EQ(statuses()["b.wip15"], "NotJudged") << text;
    EXPECT_TRUE(contains(text_of("results/results.ndjson"), reason)) << text_of("results/results.ndjson");
  }
  manifest(entry("a.wip15", wrong) + frame_9);
  EXPECT_EQ(run({"run", "m.yml"}).code, 1);
  EXPECT_EQ(statuses(), (Statuses{{"a.wip15", "Fail"}, {"b.wip15", "NotJudged"}}));
  // One frame is wrong, and the other cannot be judged.
  manifest("  b.wip15:\n    gl-x:\n      frames:\n        0: {reference: missing.png}\n        1: " + wrong + "\n");
  EXPECT_EQ(run({"run", "m.yml"}).code, 1);
  // The process is killed from outside, which is not the driver's fault.
  manifest(entry("a.wip15", md5));
  EXPECT_EQ(run_with(broken("kill=1"), {"run", "m.yml"}).code, 125);
  EXPECT_EQ(statuses()["a.wip15"], "NotJudged");
}

TEST_F(RunCommand, ReadsBaselineFlakesAndSkips) {
  manifest(entry("a.wip15", wrong) + entry("b.wip15", md5) + entry("c.wip15", wrong));
  write("baseline", "# known\na.wip15,Fail\nb.wip15,Crash\n");
  write("flakes", "^c[.]\n");
  EXPECT_EQ(run({"run", "m.yml", "--baseline", "baseline", "--flakes", "flakes"}).code, 1);
  EXPECT_EQ(statuses(),
            (Statuses{{"a.wip15", "ExpectedFail"}, {"b.wip15", "UnexpectedImprovement"}, {"c.wip15", "Flake"}}));
  write("skips", "^b\n");
  EXPECT_EQ(run({"run", "m.yml", "--baseline", "baseline", "--flakes", "flakes", "--skips", "skips"}).code, 0);
  EXPECT_EQ(statuses()["b.wip15"], "Skip");
  write("baseline", "a.wip15\n");
  EXPECT_EQ(run({"run", "m.yml", "--baseline", "baseline"}).code, 125);
}

// The driver draws wrongly in its first process and correctly in the second.
TEST_F(RunCommand, AGoodAndABadOutcomeAreAFlakeWithBothHashes) {
  manifest(entry("a.wip15", md5));
  EXPECT_EQ(run_with(broken("later=" + path("marker").string() + ";skip=1+;none=0"), {"run", "m.yml"}).code, 0);
  EXPECT_EQ(statuses()["a.wip15"], "Flake");
  const auto line = nlohmann::json::parse(text_of("results/results.ndjson"));
  ASSERT_EQ(line["hashes"].size(), 2u);
  EXPECT_EQ(line["hashes"][1], "Pass " + md5);
  EXPECT_TRUE(contains(line["hashes"][0], "Fail ") && line["hashes"][0] != "Fail " + md5) << line;
}

// There is one message instead of one for each trace.
TEST_F(RunCommand, TheDriverIsAskedOnceBeforeTheRun) {
  manifest(entry("a.wip15", md5) + entry("b.wip15", md5));
  EXPECT_EQ(run({"run", "m.yml", "--require-renderer", "llvmpipe|softpipe", "--require-version", "Mesa"}).code, 0);
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"--require-renderer", "^NotThis"}, {"--require-version", "99[.]9"}}) {
    std::vector<std::string> all = {"run", "m.yml"};
    all.insert(all.end(), words.begin(), words.end());
    const Outcome outcome = run(all);
    EXPECT_EQ(outcome.code, 125) << outcome.out;
    EXPECT_TRUE(contains(outcome.err, "does not match") && contains(outcome.err, "no trace was run")) << outcome.err;
    EXPECT_EQ(text_of("results/results.ndjson"), "");  // no results of an earlier run are left that could be merged
  }
  const Outcome no_driver = run_with({"SDL_VIDEO_EGL_DRIVER=/no/such/library.so"}, {"run", "m.yml"});
  EXPECT_EQ(no_driver.code, 125) << no_driver.out;
  EXPECT_TRUE(contains(no_driver.err, "there is no driver to judge: ")) << no_driver.err;
  EXPECT_EQ(statuses(), Statuses{});
  EXPECT_EQ(run({"run", "m.yml", "--require-renderer", "("}).code, 2);
  // The driver reports its name and crashes when its context is destroyed. The traces will show this crash.
  EXPECT_EQ(run_with(broken("unload=0"), {"run", "m.yml", "--require-renderer", "llvmpipe|softpipe"}).code, 1);
  EXPECT_EQ(statuses(), (Statuses{{"a.wip15", "Crash"}, {"b.wip15", "Crash"}}));
}

// A baseline cannot excuse a trace that was not judged.
TEST_F(RunCommand, ABaselineDoesNotExcuseATraceThatWasNotJudged) {
  write("a.wip15", "nonsense");
  manifest(entry("a.wip15", md5) + entry("b.wip15", md5));
  for (const char* known : {"Fail", "NotJudged", "Crash"}) {
    write("baseline", std::string("a.wip15,") + known + "\n");
    EXPECT_EQ(run({"run", "m.yml", "--baseline", "baseline"}).code, 125) << known;
    EXPECT_EQ(statuses()["a.wip15"], "NotJudged") << known;
  }
}

// Neither outcome is good. A driver that fails differently each time is no better than one that fails in the same way.
TEST_F(RunCommand, TwoBadOutcomesGiveTheWorseOne) {
  manifest(entry("a.wip15", wrong));
  const auto run_one = [&](const std::string& first, const std::string& second) {
    std::filesystem::remove(path("marker"));
    return run_with(broken("later=" + path("marker").string() + ";" + first + ";" + second),
                    {"run", "m.yml", "--update"});
  };
  EXPECT_EQ(run_one("color=1", "skip=1").code, 1);  // the garbage is different each time
  EXPECT_EQ(statuses()["a.wip15"], "Fail");
  auto line = nlohmann::json::parse(text_of("results/results.ndjson"));
  ASSERT_EQ(line["hashes"].size(), 2u);
  EXPECT_NE(line["hashes"][0], line["hashes"][1]);
  EXPECT_EQ(text_of("m.yml"), "traces:\n" + entry("a.wip15", wrong));  // neither of the two checksums is the right one

  for (const auto& [first, second] : {std::pair("crash=1", "skip=1"), std::pair("skip=1", "crash=1")}) {
    EXPECT_EQ(run_one(first, second).code, 1);
    EXPECT_EQ(statuses()["a.wip15"], "Crash") << first;
  }
  EXPECT_EQ(text_of("m.yml"), "traces:\n" + entry("a.wip15", wrong));
  manifest(entry("a.wip15", md5));
  EXPECT_EQ(run_one("crash=1", "none=0").code, 0);
  EXPECT_EQ(statuses()["a.wip15"], "Flake");
}

TEST_F(RunCommand, UpdateLeavesFlakesAlone) {
  manifest(entry("a.wip15", wrong));
  write("flakes", "^a\n");
  EXPECT_EQ(run({"run", "m.yml", "--update", "--flakes", "flakes"}).code, 0);
  EXPECT_EQ(statuses()["a.wip15"], "Flake");
  EXPECT_EQ(text_of("m.yml"), "traces:\n" + entry("a.wip15", wrong));
}

TEST_F(RunCommand, MergeFollowsTheSameRules) {
  const auto result = [](const char* status, const std::string& picture) {
    return "{\"test\":\"a\",\"device\":\"x\",\"status\":\"" + std::string(status) +
           "\",\"frames\":[{\"frame\":\"last\",\"good\":false,\"actual\":\"" + picture + "\"}]}\n";
  };
  const auto merged = [&](const std::vector<std::string>& results) {
    std::vector<std::string> words = {"merge", "-o", "all"};
    for (std::size_t i = 0; i < results.size(); ++i) {
      words.push_back("r" + std::to_string(i));
      write(words.back(), results[i]);
    }
    const int code = run(words).code;
    return statuses("all/results.ndjson")["a"] + " " + std::to_string(code);
  };
  const std::string pass = result("Pass", "p"), other_pass = result("Pass", "q"), fail = result("Fail", "f"),
                    other_fail = result("Fail", "g"), crash = result("Crash", ""), not_judged = result("NotJudged", "");
  EXPECT_EQ(merged({fail, other_fail}), "Fail 1");
  EXPECT_EQ(merged({crash, fail}), "Crash 1");
  EXPECT_EQ(merged({fail, crash}), "Crash 1");
  EXPECT_EQ(merged({fail, not_judged}), "Fail 1");
  EXPECT_EQ(merged({pass, not_judged}), "NotJudged 125");
  EXPECT_EQ(merged({pass, other_pass}), "Pass 0");
  EXPECT_EQ(merged({pass, fail}), "Flake 0");
  EXPECT_EQ(merged({fail, other_fail, pass}), "Flake 0");
  EXPECT_EQ(merged({pass, fail, crash}), "Flake 0");
}

TEST_F(RunCommand, UpdateWritesChecksumsOnly) {
  manifest(entry("a.wip15", wrong, "      # keep this\n") + entry("b.wip15", md5));
  EXPECT_EQ(run({"run", "m.yml", "--update"}).code, 1);
  EXPECT_EQ(text_of("m.yml"), "traces:\n" + entry("a.wip15", md5, "      # keep this\n") + entry("b.wip15", md5));
  EXPECT_EQ(run({"run", "m.yml"}).code, 0);
}

TEST_F(RunCommand, UpdateWritesPicturesToo) {
  std::filesystem::create_directory(path("refs"));
  EXPECT_EQ(run({"a.wip15", "--frame", "0", "-o", "refs/red.png"}).code, 0);
  write("refs/text.png", "no picture");
  manifest(
      "  a.wip15:\n    gl-x:\n      reference: refs/red.png\n  b.wip15:\n    gl-x:\n      reference: refs/new/b.png\n"
      "  c.wip15:\n    gl-x:\n      reference: refs/b\n");
  const std::string before = text_of("m.yml");
  EXPECT_EQ(run({"run", "m.yml"}).code, 1);
  EXPECT_EQ(statuses(), (Statuses{{"a.wip15", "Fail"}, {"b.wip15", "NotJudged"}, {"c.wip15", "NotJudged"}}));
  EXPECT_FALSE(exists("refs/new/b.png"));
  const Outcome updated = run({"run", "m.yml", "--update"});
  EXPECT_TRUE(contains(updated.err, "2 pictures written")) << updated.err;
  EXPECT_TRUE(contains(updated.err, "refs/b is not called .png")) << updated.err;
  EXPECT_EQ(text_of("m.yml"), before);
  EXPECT_EQ(run({"run", "m.yml"}).code, 125) << "c has no picture";
  EXPECT_EQ(statuses(), (Statuses{{"a.wip15", "Pass"}, {"b.wip15", "Pass"}, {"c.wip15", "NotJudged"}}));
  manifest("  a.wip15:\n    gl-x:\n      reference: refs/text.png\n");
  run({"run", "m.yml", "--update"});
  EXPECT_EQ(text_of("refs/text.png"), "no picture") << "only a PNG is replaced";
}

TEST_F(RunCommand, ShardsShareTheWorkAndMergeJoinsIt) {
  manifest(entry("a.wip15", md5) + entry("b.wip15", wrong) + entry("c.wip15", md5));
  const int first = run_with({"CI_NODE_INDEX=1", "CI_NODE_TOTAL=2"}, {"run", "m.yml", "-o", "one"}).code;
  const int second = run({"run", "m.yml", "-o", "two", "--shard", "2/2"}).code;
  EXPECT_EQ(std::max(first, second), 1);
  EXPECT_EQ(statuses("one/results.ndjson").size() + statuses("two/results.ndjson").size(), 3u);
  EXPECT_EQ(run({"merge", "one/results.ndjson", "two/results.ndjson", "-o", "all"}).code, 1);
  EXPECT_EQ(statuses("all/results.ndjson"), (Statuses{{"a.wip15", "Pass"}, {"b.wip15", "Fail"}, {"c.wip15", "Pass"}}));
  EXPECT_TRUE(contains(text_of("all/report.html"), "<img alt=\"actual\""));
  EXPECT_EQ(run({"merge", "m.yml"}).code, 125);
}

class RunToml : public RunCommand {
 protected:
  void SetUp() override {
    RunCommand::SetUp();
    // The checksum is that of the bytes, and not of what our code makes of them.
    ASSERT_EQ(run({"a.wip15", "--frame", "last", "--format", "ppm", "-o", "a.ppm", "--headless"}).code, 0);
    const Outcome counted = run_program_of_system("tail -c 96 a.ppm | sha256sum");
    sha256 = counted.out.substr(0, 64);
  }
  Outcome run_program_of_system(const std::string& command) const {
    EXPECT_EQ(std::system(("cd '" + folder.path().string() + "' && " + command + " > out").c_str()), 0);
    return {.code = 0, .out = text_of("out"), .err = ""};
  }
  static std::string trace(const std::string& path, const std::string& device, const std::string& more = "") {
    return "[[traces]]\npath = \"" + path + "\"\n" + more + "devices = { gl-x = { " + device + " } }\n";
  }
  static std::string checksum(const std::string& value) { return "checksum = \"" + value + "\""; }
  nlohmann::json changes() const { return nlohmann::json::parse(text_of("results/checksum-changes.json")); }

  std::string sha256;
  const std::string wrong64 = std::string(64, '0');
};

TEST_F(RunToml, JudgesBySha256AndUpdatesInPlace) {
  const std::string good = trace("a.wip15", checksum(sha256), "nonloopable = true\n"),
                    skipped = trace("x/c.wip15", "skip = true, " + checksum(sha256));
  write("m.toml", "# of CI\n" + good + trace("b.wip15", checksum(wrong64)) + skipped + trace("c.wip15", ""));
  EXPECT_EQ(run({"run", "m.toml", "--device", "gl-x"}).code, 1);
  EXPECT_EQ(statuses(),
            (Statuses{{"a.wip15", "Pass"}, {"b.wip15", "Fail"}, {"x/c.wip15", "Skip"}, {"c.wip15", "NotJudged"}}));
  EXPECT_EQ(
      changes(),
      (nlohmann::json{{{"device", "gl-x"}, {"trace", "b.wip15"}, {"old_checksum", wrong64}, {"new_checksum", sha256}},
                      {{"device", "gl-x"}, {"trace", "c.wip15"}, {"old_checksum", ""}, {"new_checksum", sha256}}}));
  EXPECT_EQ(run({"run", "--config", "m.toml", "--update"}).code, 1);
  EXPECT_EQ(text_of("m.toml"),
            "# of CI\n" + good + trace("b.wip15", checksum(sha256)) + skipped + trace("c.wip15", checksum(sha256)));
  EXPECT_EQ(run({"run", "m.toml"}).code, 0);
  EXPECT_EQ(changes(), nlohmann::json::array());
  EXPECT_EQ(run({"run", "m.toml", "--checksum-of", "rgba"}).code, 1) << "with alpha it is another checksum";
  EXPECT_EQ(run({"run", "m.toml", "--checksum-of", "bgr"}).code, 2);
}

TEST_F(RunToml, ACrashHasNoNewChecksum) {
  write("m.toml", trace("a.wip15", checksum(sha256)));
  EXPECT_EQ(run_with(broken("crash=1"), {"run", "m.toml", "--update"}).code, 1);
  EXPECT_EQ(
      changes(),
      (nlohmann::json{{{"device", "gl-x"}, {"trace", "a.wip15"}, {"old_checksum", sha256}, {"new_checksum", ""}}}));
  EXPECT_EQ(text_of("m.toml"), trace("a.wip15", checksum(sha256)));
}

TEST_F(RunToml, ArgumentsAreOursOrApitracesAndOthersAreNamed) {
  write("m.toml", trace("a.wip15", checksum(sha256), "replay_args = [\"--debug\"]\n") +
                      trace("b.wip15", checksum(sha256) + ", replay_args = [\"--sync\"]"));
  EXPECT_EQ(run({"run", "m.toml"}).code, 125);
  EXPECT_EQ(statuses(), (Statuses{{"a.wip15", "Pass"}, {"b.wip15", "NotJudged"}}));
  EXPECT_TRUE(contains(text_of("results/results.ndjson"), "there is no option --sync"));
}

TEST_F(RunToml, AJobScriptChangesByOneWord) {
  std::filesystem::create_directories(path("db"));
  std::filesystem::create_directories(path("cache"));
  std::filesystem::rename(path("a.wip15"), path("db/a.wip15"));
  std::filesystem::rename(path("b.wip15"), path("cache/b.wip15"));
  write("m.toml", trace("a.wip15", checksum(sha256)) + trace("b.wip15", checksum(sha256)));
  EXPECT_EQ(run({"run", "-j", "2", "--fraction-start", "1", "--fraction", "1", "--output", "all", "--cache-dir",
                 "cache", "--config", "m.toml", "--device", "gl-x", "--traces-db", "db"})
                .code,
            0);
  EXPECT_EQ(statuses("all/results.ndjson"), (Statuses{{"a.wip15", "Pass"}, {"b.wip15", "Pass"}}));
  for (const char* start : {"1", "2"}) {
    EXPECT_EQ(run({"run", "m.toml", "--fraction", "2", "--fraction-start", start, "--traces-db", "db", "--cache-dir",
                   "cache", "-o", std::string("part") + start})
                  .code,
              0);
  }
  EXPECT_EQ(statuses("part1/results.ndjson").size() + statuses("part2/results.ndjson").size(), 2u);
  EXPECT_EQ(run({"run", "m.toml", "--fraction", "2", "--fraction-start", "3"}).code, 2);
  EXPECT_EQ(run({"run", "m.toml", "--fraction-start", "1"}).code, 2);
}

TEST_F(RunToml, AManifestComesFromStandardInput) {
  write("m.toml", trace("a.wip15", checksum(sha256)));
  const std::string program = std::string("SDL_VIDEODRIVER=offscreen ") + REPLAY_PROGRAM;
  run_program_of_system(program + " run - < m.toml");
  EXPECT_EQ(statuses(), (Statuses{{"a.wip15", "Pass"}}));
  EXPECT_EQ(run({"run", "-", "--update"}).code, 2);
}

TEST_F(RunToml, InitWritesAManifestThatUpdateFillsIn) {
  std::filesystem::create_directories(path("db/deep er"));
  std::filesystem::rename(path("a.wip15"), path("db/deep er/\"a\".wip15"));
  std::filesystem::rename(path("b.wip15"), path("db/b"));
  write("db/notes.wip15", "no recording");
  const Outcome made = run({"run", "--init", "db", "--device", "gl x", "-o", "m.toml"});
  EXPECT_EQ(made.code, 0) << made.err;
  EXPECT_EQ(run({"run", "m.toml", "--db-path", "db", "--update"}).code, 125);
  EXPECT_EQ(statuses(), (Statuses{{"b", "NotJudged"}, {"deep er/\"a\".wip15", "NotJudged"}}));
  EXPECT_EQ(run({"run", "m.toml", "--db-path", "db"}).code, 0);
  EXPECT_EQ(run({"run", "--init", "none", "--device", "gl-x", "-o", "n.toml"}).code, 125);
  EXPECT_FALSE(exists("n.toml"));
  EXPECT_EQ(run({"run", "--init", "db", "--device", "gl-x"}).code, 2);
  EXPECT_EQ(run({"run", "--init", "db", "-o", "n.toml"}).code, 2);
}

}  // namespace
}  // namespace replay
