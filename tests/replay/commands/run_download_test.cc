// `replay run --download`, with a server of the test's own.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <thread>

#include "replay/base/sha256.h"
#include "tests/replay/commands/program_test.h"
#include "tests/replay/commands/running_program.h"
#include "tests/replay/download/http_server.h"

namespace replay {
namespace {

using namespace std::chrono_literals;

class RunDownload : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    if (IsSkipped()) return;
    Scene scene;
    scene.window(8, 4).clear(kRedColor).swap().write(path("a.wip15"));
    trace = text_of("a.wip15");
    const std::string hash = run({"a.wip15", "--frame", "last", "--hash", "--headless"}).out;
    md5 = hash.substr(hash.rfind(' ') + 1, 32);
    std::filesystem::remove(path("a.wip15"));
  }
  std::string text_of(const std::string& name) const {
    std::ifstream in(path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  // A manifest with these traces, and the URL of the server.
  void manifest(const HttpServer& server, const std::vector<std::string>& traces, const std::string& more = "") const {
    std::string text = "traces-db:\n  download-url: " + server.url("/db") + "\ntraces:\n";
    for (const std::string& name : traces)
      text += fmt::format("  {}:\n{}    gl-x: {{checksum: {}}}\n", name, more, md5);
    write("m.yml", text);
  }
  std::vector<std::string> variables() const {
    return {"no_proxy=127.0.0.1", "XDG_CACHE_HOME=" + path("caches").string()};
  }
  Outcome run_words(const std::vector<std::string>& more) const {
    std::vector<std::string> words = {"run", "m.yml"};
    words.insert(words.end(), more.begin(), more.end());
    return run_with(variables(), words);
  }
  std::map<std::string, nlohmann::json> results() const {
    std::map<std::string, nlohmann::json> found;
    std::ifstream in(path("results/results.ndjson"));
    for (std::string line; std::getline(in, line);) {
      auto result = nlohmann::json::parse(line);
      const std::string test = result["test"];
      found[test] = std::move(result);
    }
    return found;
  }
  static std::string in_cache(const HttpServer& server, const std::string& name) {
    return fmt::format("http/127.0.0.1%3a{}__db/{}", server.port(), name);
  }
  // Waits for what a running program is to do; a minute at most.
  template <class Condition>
  static void wait_until(Condition condition) {
    const auto deadline = std::chrono::steady_clock::now() + 60s;
    while (!condition() && std::chrono::steady_clock::now() < deadline) std::this_thread::sleep_for(20ms);
    ASSERT_TRUE(condition());
  }

  std::string trace, md5;
};

TEST_F(RunDownload, BringsWhatIsMissingAndKeepsIt) {
  const HttpServer server([&](const HttpRequest& request) {
    return request.target.ends_with("/gone.wip15") ? http_answer(404) : file_answer(request, trace);
  });
  write("there.wip15", trace);
  manifest(server, {"game/one two.wip15", "there.wip15", "gone.wip15", "../out.wip15", "/tmp/x/out.wip15", "d.rdc"});
  const Outcome outcome = run_words({"--download", "--sandbox"});
  EXPECT_EQ(outcome.code, 125) << outcome.out << outcome.err;
  auto found = results();
  const auto one = found["game/one two.wip15"];
  EXPECT_EQ(one["status"], "Pass") << one;
  EXPECT_EQ(one["download"]["bytes"], trace.size());
  EXPECT_GT(one["download"]["seconds"], 0.0);
  EXPECT_EQ(text_of("caches/replay/" + in_cache(server, "game/one two.wip15")), trace);
  EXPECT_EQ(found["there.wip15"]["status"], "Pass");
  EXPECT_FALSE(found["there.wip15"].contains("download"));
  EXPECT_EQ(found["gone.wip15"]["status"], "Missing");
  EXPECT_EQ(found["gone.wip15"]["reason"], server.url("/db/gone.wip15") + ": the server answered 404, and not 200");
  for (const char* outside : {"../out.wip15", "/tmp/x/out.wip15"}) {
    EXPECT_EQ(found[outside]["status"], "Missing");
    EXPECT_TRUE(contains(found[outside]["reason"], "its path would lead out of the cache")) << found[outside];
  }
  EXPECT_EQ(server.requests().size(), 2u) << "what is there, and what is not to be run, is not downloaded";
  EXPECT_TRUE(std::ranges::any_of(
      server.requests(), [](const HttpRequest& request) { return request.target == "/db/game/one%20two.wip15"; }));
  EXPECT_TRUE(contains(text_of("results/report.html"), "2 traces, ")) << "the time of downloads";
  // It is in the cache now, with --download and without.
  for (const std::vector<std::string>& more : {std::vector<std::string>{"--download"}, {}}) {
    run_words(more);
    EXPECT_EQ(results()["game/one two.wip15"]["status"], "Pass");
  }
  EXPECT_EQ(server.requests().size(), 3u) << "only what was gone is asked for again";
}

TEST_F(RunDownload, AnOutdatedFileIsReplaced) {
  const HttpServer server([&](const HttpRequest& request) { return file_answer(request, trace); });
  manifest(server, {"a.wip15"}, "    sha256: " + sha256_of_text(trace) + "\n");
  write("a.wip15", "old");
  std::filesystem::create_directories(path("cache/" + in_cache(server, "")));
  write("cache/" + in_cache(server, "a.wip15"), "old as well");
  EXPECT_EQ(run_words({"--cache-dir", "cache"}).code, 125);
  EXPECT_TRUE(contains(results()["a.wip15"]["reason"], "its SHA-256 is")) << results()["a.wip15"];
  EXPECT_EQ(run_words({"--cache-dir", "cache", "--download"}).code, 0);
  EXPECT_EQ(text_of("cache/" + in_cache(server, "a.wip15")), trace);
  EXPECT_EQ(text_of("a.wip15"), "old") << "the folder of traces is not written to";
}

// The server sends the second trace only when the first has been replayed.
TEST_F(RunDownload, GoesOnWhileTracesAreReplayed) {
  std::atomic<bool> was_replayed = false;
  const HttpServer server([&](const HttpRequest& request) {
    if (request.target.ends_with("/a.wip15")) {
      wait_until([&] { return contains(text_of("results/results.ndjson"), "b.wip15"); });
      was_replayed = true;
    }
    return file_answer(request, trace);
  });
  manifest(server, {"a.wip15", "b.wip15"});
  const Outcome outcome = run_words({"--download", "-j", "1"});
  EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
  EXPECT_TRUE(was_replayed);
}

TEST_F(RunDownload, ASignalEndsItAndResumeGoesOn) {
  const HttpServer server([&](const HttpRequest& request) {
    HttpAnswer answer = file_answer(request, trace);
    return request.header("range").empty() ? then_silent(cut(answer, trace.size() / 2)) : answer;
  });
  manifest(server, {"a.wip15"});
  const std::string part = "caches/replay/" + in_cache(server, ".a.wip15.part");
  RunningProgram program({"run", "m.yml", "--download"}, folder.path(), variables());
  wait_until([&] { return text_of(part).size() == trace.size() / 2; });
  program.send(SIGTERM);
  const auto begin = std::chrono::steady_clock::now();
  const Outcome outcome = program.wait();
  EXPECT_EQ(outcome.code, 125) << outcome.err;
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 25s) << "it waited for the server";
  EXPECT_EQ(results()["a.wip15"]["status"], "NotRun");
  EXPECT_EQ(text_of(part), trace.substr(0, trace.size() / 2));
  EXPECT_EQ(run_words({"--download", "--resume"}).code, 0);
  ASSERT_EQ(server.requests().size(), 2u);
  EXPECT_EQ(server.requests()[1].header("range"), fmt::format("bytes={}-", trace.size() / 2));
  EXPECT_FALSE(exists(part));
}

TEST_F(RunDownload, ItsTokenIsAFile) {
  const HttpServer server([&](const HttpRequest& request) {
    return request.header("authorization") == "Bearer abc.def" ? file_answer(request, trace) : http_answer(401);
  });
  manifest(server, {"a.wip15"});
  write("token", "abc.def\n");
  EXPECT_EQ(run_words({"--download", "--jwt", "none"}).code, 125);
  EXPECT_FALSE(exists("results")) << "it is known before anything is run";
  EXPECT_EQ(run_words({"--jwt", "token"}).code, 2);
  EXPECT_EQ(run_words({"--download"}).code, 125);
  EXPECT_TRUE(contains(results()["a.wip15"]["reason"], "--download-token")) << results()["a.wip15"];
  const Outcome outcome = run_words({"--download", "--jwt", "token"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  for (const std::string& text : {outcome.out, outcome.err, text_of("results/results.ndjson"),
                                  text_of("results/report.html"), text_of("results/run.json")})
    EXPECT_FALSE(contains(text, "abc.def"));
}

TEST_F(RunDownload, ComparesWhatItHasDownloaded) {
  const HttpServer server([&](const HttpRequest& request) { return file_answer(request, trace); });
  manifest(server, {"a.wip15"});
  const Outcome outcome = run_words({"--compare", "--measure", "cpu", "--slower-than", "100", "--verdict-only",
                                     "--no-where", "--cache-dir", "cache", "--download"});
  EXPECT_NE(outcome.code, 2) << outcome.err;
  EXPECT_EQ(results()["a.wip15"]["download"]["bytes"], trace.size()) << outcome.out << outcome.err;
  EXPECT_NE(results()["a.wip15"]["status"], "Missing");
}

}  // namespace
}  // namespace replay
