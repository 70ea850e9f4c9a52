// `replay run` whose drivers, traces or disk misbehave: what happened is named, and the other traces are judged.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>

#include "tests/replay/commands/program_test.h"
#include "tests/replay/download/http_server.h"
#include "tests/replay/paths.h"

namespace replay {
namespace {

namespace fs = std::filesystem;

class RunContains : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    if (IsSkipped()) return;
    for (const char* name : {"a.wip15", "b.wip15"}) write_scene(name, 8);
    md5 = md5_of("a.wip15");
    manifest({{"a.wip15", md5}, {"b.wip15", md5}});
  }
  void write_scene(const std::string& name, int size) const {
    Scene scene;
    scene.window(size, size).program("out vec4 c; void main() { c = vec4(1.0, 1.0, 1.0, 1.0); }", {});
    scene.clear(kRedColor).draw().swap().write(path(name));
  }
  std::string md5_of(const std::string& name) const {
    const std::string hash = run({name, "--frame", "last", "--hash", "--headless"}).out;
    return hash.substr(hash.rfind(' ') + 1, 32);
  }
  void manifest(const std::map<std::string, std::string>& checksums, const std::string& url = "",
                const std::string& file = "m.yml") const {
    std::string text = (url.empty() ? "" : "traces-db: {download-url: '" + url + "'}\n") + "traces:\n";
    for (const auto& [name, checksum] : checksums)
      text += fmt::format("  {}: {{gl-x: {{checksum: {}}}}}\n", name, checksum);
    write(file, text);
  }
  std::string text_of(const std::string& name) const {
    std::ifstream in(path(name));
    return {std::istreambuf_iterator<char>(in), {}};
  }
  nlohmann::json result_of(const std::string& test, const std::string& file = "results/results.ndjson") const {
    std::ifstream in(path(file));
    for (std::string line; std::getline(in, line);) {
      auto result = nlohmann::json::parse(line);
      if (result["test"] == test) return result;
    }
    return {};
  }
  // The first process that draws has the fault, which is that of the first trace.
  Outcome run_with_fault(const std::string& fault) const {
    fs::remove(path("marker"));
    fs::remove_all(path("results"));  // their times would change the order of the traces
    return run_with(broken("later=" + path("marker").string() + ";" + fault + ";none=0"), {"run", "m.yml", "-j", "1"});
  }
  void expect_pass(const std::string& fault, const std::string& reason) const {
    const Outcome outcome = run_with_fault(fault);
    EXPECT_EQ(outcome.code, 0) << fault << ": " << outcome.out << outcome.err;
    EXPECT_EQ(result_of("a.wip15")["status"], "Pass") << fault << ": " << result_of("a.wip15");
    EXPECT_EQ(result_of("a.wip15").value("reason", ""), reason) << fault;
    EXPECT_EQ(result_of("b.wip15")["status"], "Pass") << fault;
    EXPECT_EQ(result_of("b.wip15").value("reason", ""), "") << fault;
  }
  // Processes whose working folder is that of the test.
  std::size_t processes_here() const {
    std::size_t count = 0;
    for (const auto& process : fs::directory_iterator("/proc")) {
      std::error_code none;
      count += fs::read_symlink(process.path() / "cwd", none) == folder.path();
    }
    return count;
  }

  std::string md5;
};

TEST_F(RunContains, WhatDriversDoToTheirProcess) {
  expect_pass("close=1", "the driver closed standard output and standard error");
  expect_pass("replace-error=1", "the driver closed standard error");
  expect_pass("flood=1", "");
  expect_pass("move=1", "");
}

TEST_F(RunContains, AProcessThatADriverLeaves) {
  expect_pass("linger=1", "it left processes running, which were ended: replay");
  EXPECT_EQ(processes_here(), 0u);
}

// As if it had been good, or bad.
TEST_F(RunContains, ADriverThatEndsTheProcessIsNoVerdict) {
  for (const char* fault : {"quit=1", "quit-bad=1"}) {
    EXPECT_EQ(run_with(broken(fault), {"run", "m.yml"}).code, 1);
    EXPECT_EQ(result_of("a.wip15")["status"], "Crash") << fault;
    const std::string reason = result_of("a.wip15")["reason"];
    EXPECT_TRUE(contains(reason, "the driver ended the process: it ended with exit code ")) << reason;
    EXPECT_TRUE(contains(reason, ", which is not its own, in call ")) << reason;
    const Outcome alone = run_with(broken(fault), {"a.wip15", "--frame", "last", "--expect", md5});
    EXPECT_EQ(alone.code, 125) << fault << ": " << alone.err;
    EXPECT_TRUE(contains(alone.err, "which is not its own")) << alone.err;
  }
}

// Its window does not fit into the memory that each trace may have.
TEST_F(RunContains, ATraceThatNeedsTooMuchMemory) {
  write_scene("a.wip15", 8000);
  const Outcome outcome = run({"run", "m.yml", "--memory-limit", "200"});
  EXPECT_EQ(outcome.code, 125) << outcome.out << outcome.err;
  EXPECT_EQ(result_of("a.wip15")["status"], "NotJudged") << result_of("a.wip15");
  EXPECT_TRUE(contains(result_of("a.wip15")["reason"], "memory")) << result_of("a.wip15");
  EXPECT_EQ(result_of("b.wip15")["status"], "Pass") << result_of("b.wip15");
}

// The program, with a file system of its own at disk/.
class OnASmallDisk : public RunContains {
 protected:
  void SetUp() override {
    RunContains::SetUp();
    if (IsSkipped()) return;
    fs::create_directory(path("disk"));
    write_script("true", 4);
    if (std::system((path("program").string() + " 2>/dev/null").c_str()) != 0)
      GTEST_SKIP() << "this user may not make a file system in a namespace of its own";
  }
  void write_script(const std::string& program, int kib) const {
    write("program",
          fmt::format("#!/bin/sh\nexec unshare -rm sh -c 'mount -t tmpfs -o size={}k none {} && exec \"$@\"' "
                      "sh {} \"$@\"\n",
                      kib, path("disk").string(), program));
    fs::permissions(path("program"), fs::perms::owner_all);
  }
  static std::string tested_program() {
    const char* other = std::getenv("REPLAY_TEST_PROGRAM");
    return other != nullptr ? other : REPLAY_PROGRAM;
  }
  Outcome run_there(int kib, const std::vector<std::string>& words, const std::string& program) const {
    const std::string before = tested_program();
    write_script(program, kib);
    ::setenv("REPLAY_TEST_PROGRAM", path("program").c_str(), 1);
    Outcome outcome = run_with({"no_proxy=127.0.0.1"}, words);
    ::setenv("REPLAY_TEST_PROGRAM", before.c_str(), 1);
    return outcome;
  }
  Outcome run_there(int kib, const std::vector<std::string>& words) const {
    return run_there(kib, words, tested_program());
  }
  // A program that runs NAME.yml for each of these names, one after the other, and prints "NAME: EXIT CODE". One run
  // downloads several files at once, and then it is chance which of them finds the disk full.
  std::string program_for_each(const std::vector<std::string>& names) const {
    write("each", fmt::format("#!/bin/sh\nfor name in {}; do\n  '{}' run $name.yml -o results_$name \"$@\"\n"
                              "  echo $name: $?\ndone\n",
                              fmt::join(names, " "), tested_program()));
    fs::permissions(path("each"), fs::perms::owner_all);
    return path("each").string();
  }
};

TEST_F(OnASmallDisk, ADownloadThatDoesNotFit) {
  const std::string small = text_of("b.wip15"), large(200'000, 'x');
  const HttpServer server([&](const HttpRequest& request) {
    if (request.target == "/b.wip15") return file_answer(request, small);
    if (request.target == "/known") return file_answer(request, large);
    return HttpAnswer{.bytes =
                          fmt::format("HTTP/1.1 200 Fine\r\nTransfer-Encoding: chunked\r\n\r\n{:x}\r\n{}\r\n0\r\n\r\n",
                                      large.size(), large)};
  });
  fs::remove(path("b.wip15"));
  const auto result = [&](const std::string& name) { return result_of(name, "results_" + name + "/results.ndjson"); };
  const std::vector<std::string> names{"known", "unknown", "b.wip15"};
  for (const std::string& name : names) manifest({{name, md5}}, server.url(), name + ".yml");
  const Outcome outcome = run_there(64, {"--download", "--cache-dir", "disk"}, program_for_each(names));
  EXPECT_TRUE(contains(outcome.out, "\nknown: 125\n")) << outcome.out << outcome.err;
  EXPECT_EQ(result("known")["status"], "Missing");
  EXPECT_TRUE(contains(result("known")["reason"], "200000 bytes do not fit: the disk has room for "))
      << result("known");
  EXPECT_TRUE(contains(outcome.out, "\nunknown: 125\n")) << outcome.out << outcome.err;
  EXPECT_EQ(result("unknown")["status"], "Missing");
  EXPECT_TRUE(contains(result("unknown")["reason"], "No space left on device")) << result("unknown");
  EXPECT_TRUE(contains(outcome.out, "\nb.wip15: 0\n")) << outcome.out << outcome.err;
  EXPECT_EQ(result("b.wip15")["status"], "Pass") << "the parts are gone: " << result("b.wip15");
  EXPECT_EQ(server.requests().size(), 3u) << "there is no use in another try";
}

// Not even the reports fit, but each is tried, and what came out is said.
TEST_F(OnASmallDisk, ReportsThatDoNotFit) {
  const Outcome outcome = run_there(40, {"run", "m.yml", "-j", "1", "-o", "disk/results"});
  EXPECT_EQ(outcome.code, 125) << outcome.out << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "2 Pass\nreports in disk/results")) << outcome.out;
  EXPECT_TRUE(contains(outcome.err, "cannot write 'disk/results/report.html': No space left on device")) << outcome.err;
}

}  // namespace
}  // namespace replay
