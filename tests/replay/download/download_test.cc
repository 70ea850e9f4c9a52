// Downloads from a server with faults.
#include "replay/download/download.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "replay/base/sha256.h"
#include "replay/download/part_file.h"
#include "tests/replay/download/http_server.h"
#include "tests/replay/observe/scratch_folder.h"

namespace replay {
namespace {

namespace fs = std::filesystem;

class DownloadTest : public testing::Test {
 protected:
  DownloadTest() { ::setenv("no_proxy", "127.0.0.1", 1); }
  ~DownloadTest() override {
    ::unsetenv("no_proxy");
    ::unsetenv("http_proxy");
  }

  static constexpr unsigned kTries = 3;
  static DownloadRules rules() {
    return {.tries = kTries, .first_pause = std::chrono::milliseconds(0), .times = {.silent = std::chrono::seconds(1)}};
  }
  Wanted wanted(const HttpServer& server, const std::string& path = "/a.trace") const {
    return {.url = server.url(path), .file = file()};
  }
  fs::path file() const { return folder.path() / "cache" / "sub" / "a.trace"; }
  fs::path part() const { return file().parent_path() / ".a.trace.part"; }
  static std::string text_of(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::size_t files() const {
    std::size_t count = 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder.path())) count += entry.is_regular_file();
    return count;
  }
  // What an earlier download left.
  void leave_part(const std::string& bytes, const std::string& version) const {
    auto opened = PartFile::open(file());
    ASSERT_TRUE(opened);
    ASSERT_TRUE(opened->begin(version));
    ASSERT_TRUE(opened->append(std::as_bytes(std::span(bytes))));
  }
  void expect_whole(const Downloaded& result) const {
    EXPECT_EQ(result.problem, "");
    EXPECT_EQ(text_of(file()), content);
    EXPECT_EQ(files(), 1u) << "something is left beside the file";
  }
  void expect_nothing() const { EXPECT_EQ(files(), 0u); }

  ScratchFolder folder;
  const std::string content = [] {
    std::string bytes;
    for (int i = 0; i < 3000; ++i) bytes += fmt::format("{:05} of a recording\n", i);
    return bytes;
  }();
  const std::string sha256 = sha256_of_text(content);
};

TEST_F(DownloadTest, BringsAFile) {
  const HttpServer server([&](const HttpRequest& request) { return file_answer(request, content); });
  Wanted all = wanted(server);
  all.size = content.size();
  all.sha256 = sha256;
  const Downloaded result = download(all, rules());
  expect_whole(result);
  EXPECT_EQ(result.bytes, content.size());
  EXPECT_EQ(result.tries, 1u);
  ASSERT_EQ(server.requests().size(), 1u);
  EXPECT_EQ(server.requests()[0].target, "/a.trace");
  EXPECT_EQ(server.requests()[0].header("range"), "");
  EXPECT_EQ(server.requests()[0].header("authorization"), "");
  // Who waited for it finds it.
  EXPECT_EQ(download(all, rules()).tries, 0u);
  EXPECT_EQ(server.requests().size(), 1u);
  expect_whole({});
}

TEST_F(DownloadTest, BringsAFileWithoutBytesAndOneOfUnknownLength) {
  const HttpServer server([&](const HttpRequest& request) {
    if (request.target == "/empty") return http_answer(200);
    return HttpAnswer{.bytes =
                          fmt::format("HTTP/1.1 200 Fine\r\nTransfer-Encoding: chunked\r\n\r\n{:x}\r\n{}\r\n0\r\n\r\n",
                                      content.size(), content)};
  });
  EXPECT_EQ(download(wanted(server, "/empty"), rules()).problem, "");
  EXPECT_TRUE(fs::exists(file()));
  EXPECT_EQ(fs::file_size(file()), 0u);
  fs::remove(file());
  expect_whole(download(wanted(server), rules()));
}

TEST_F(DownloadTest, GoesOnWhereTheConnectionWasCut) {
  std::atomic<int> count = 0;
  const HttpServer server([&](const HttpRequest& request) {
    HttpAnswer answer = file_answer(request, content);
    return ++count == 1 ? cut(answer, 20'000) : count == 2 ? cut(answer, 10'000) : answer;
  });
  const Downloaded result = download(wanted(server), rules());
  expect_whole(result);
  EXPECT_EQ(result.bytes, content.size());
  ASSERT_EQ(server.requests().size(), 3u);
  EXPECT_EQ(server.requests()[1].header("range"), "bytes=20000-");
  EXPECT_EQ(server.requests()[1].header("if-range"), "\"one\"");
  EXPECT_EQ(server.requests()[2].header("range"), "bytes=30000-");
}

TEST_F(DownloadTest, GoesOnWhereTheServerFellSilent) {
  std::atomic<int> count = 0;
  const HttpServer server([&](const HttpRequest& request) {
    const HttpAnswer answer = file_answer(request, content);
    return ++count == 1 ? then_silent(cut(answer, 100)) : answer;
  });
  expect_whole(download(wanted(server), rules()));
  ASSERT_EQ(server.requests().size(), 2u);
  EXPECT_EQ(server.requests()[1].header("range"), "bytes=100-");
}

TEST_F(DownloadTest, KeepsThePartOfAServerThatIsGone) {
  {
    const HttpServer server([&](const HttpRequest& request) {
      return request.header("range").empty() ? cut(file_answer(request, content), 20'000) : http_answer(503);
    });
    const Downloaded result = download(wanted(server), rules());
    EXPECT_TRUE(result.may_go_better);
    EXPECT_EQ(result.problem, "the server answered 503, and not 200");
    EXPECT_EQ(server.requests().size(), kTries);
  }
  EXPECT_FALSE(fs::exists(file()));
  EXPECT_EQ(text_of(part()), content.substr(0, 20'000));
  const HttpServer server([&](const HttpRequest& request) { return file_answer(request, content); });
  expect_whole(download(wanted(server), rules()));
  EXPECT_EQ(server.requests()[0].header("range"), "bytes=20000-");
}

// The part that is there is of an older file.
TEST_F(DownloadTest, StartsOverWhenTheFileIsAnother) {
  leave_part(std::string(20'000, 'x'), "\"zero\"");
  const HttpServer server([&](const HttpRequest& request) { return file_answer(request, content); });
  expect_whole(download(wanted(server), rules()));
  EXPECT_EQ(server.requests().size(), 1u);
  EXPECT_EQ(server.requests()[0].header("if-range"), "\"zero\"");
}

// Only the hash tells that parts belong together.
TEST_F(DownloadTest, WithoutAVersionThePartIsUsedOnlyWithAHash) {
  const HttpServer server([&](const HttpRequest& request) { return file_answer(request, content, ""); });
  leave_part(content.substr(0, 20'000), "");
  expect_whole(download(wanted(server), rules()));
  EXPECT_EQ(server.requests()[0].header("range"), "");
  fs::remove(file());

  Wanted with_hash = wanted(server);
  with_hash.sha256 = sha256;
  leave_part(content.substr(0, 20'000), "");
  expect_whole(download(with_hash, rules()));
  EXPECT_EQ(server.requests()[1].header("range"), "bytes=20000-");
  EXPECT_EQ(server.requests()[1].header("if-range"), "");
  fs::remove(file());

  leave_part(std::string(20'000, 'x'), "");
  expect_whole(download(with_hash, rules()));
  ASSERT_EQ(server.requests().size(), 4u);
  EXPECT_EQ(server.requests()[3].header("range"), "");
}

TEST_F(DownloadTest, StartsOverWhenThePartCannotBeHad) {
  leave_part(content.substr(0, 20'000), "\"one\"");
  std::atomic<int> count = 0;
  const HttpServer server([&](const HttpRequest& request) {
    ++count;
    if (count == 1) return http_answer(416);
    return file_answer(request, content);
  });
  expect_whole(download(wanted(server), rules()));
  fs::remove(file());

  leave_part(content.substr(0, 20'000), "\"one\"");
  const HttpServer liar([&](const HttpRequest& request) {
    if (request.header("range").empty()) return file_answer(request, content);
    return http_answer(206, content.substr(7), fmt::format("Content-Range: bytes 7-{0}/{0}\r\n", content.size()));
  });
  expect_whole(download(wanted(liar), rules()));
  EXPECT_EQ(liar.requests().size(), 2u);
}

struct Fault {
  const char* name;
  std::function<HttpAnswer(const HttpRequest&)> answer;
  unsigned requests;
  const char* problem;
};

TEST_F(DownloadTest, NamesWhatIsWrong) {
  const std::string zeros(64, '0');
  const auto send_to = [](const std::string& where) {
    return [where](const HttpRequest&) { return http_answer(302, "", "Location: " + where + "\r\n"); };
  };
  const Fault faults[] = {
      {"404", [](const HttpRequest&) { return http_answer(404, "no such page"); }, 1,
       "the server answered 404, and not 200"},
      {"403", [](const HttpRequest&) { return http_answer(403); }, 1,
       "the server answered 403, and not 200; --download-token has a token for it"},
      {"500", [](const HttpRequest&) { return http_answer(500, "oh"); }, kTries,
       "the server answered 500, and not 200"},
      {"204", [](const HttpRequest&) { return http_answer(204); }, 1, "the server answered 204, and not 200"},
      {"302", [](const HttpRequest&) { return http_answer(302); }, 1, "the server answered 302, and not 200"},
      {"cut", [&](const HttpRequest&) { return cut(http_answer(200, content), 100); }, kTries,
       "transfer closed with 62900 bytes remaining to read"},
      {"nothing", [](const HttpRequest&) { return HttpAnswer{}; }, kTries, "Server returned nothing"},
      {"nonsense", [](const HttpRequest&) { return HttpAnswer{.bytes = "SSH-2.0-OpenSSH\r\n\r\n"}; }, 1,
       "what answers there does not speak HTTP"},
      {"length", [&](const HttpRequest& r) { return file_answer(r, content + "x"); }, 1,
       "the server has 63001 bytes, the manifest says 63000"},
      {"chunks",
       [&](const HttpRequest&) {
         return HttpAnswer{.bytes = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nf6ff\r\n" +
                                    std::string(63231, 'x') + "\r\n0\r\n\r\n"};
       },
       1, "the server sent more than the 63000 bytes that the manifest says"},
      {"short chunks",
       [&](const HttpRequest&) {
         return HttpAnswer{.bytes = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"};
       },
       1, "it has 3 bytes, the manifest says 63000"},
      {"hash", [&](const HttpRequest& r) { return file_answer(r, std::string(63000, 'x')); }, 1, "its SHA-256 is "},
      {"page", [](const HttpRequest&) { return http_answer(200, "<html>", "Content-Type: text/html\r\n"); }, 1,
       "the server sent a page (text/html), and not a recording"},
      {"loop", send_to("/a.trace"), 11, "the server sends on more than 10 times"},
      {"file", send_to("file:///etc/passwd"), 1, "file:///etc/passwd is not http or https"},
      {"ftp", send_to("ftp://me:secret@127.0.0.1/x"), 1, "ftp://127.0.0.1/x is not http or https"},
  };
  for (const Fault& fault : faults) {
    const HttpServer server(fault.answer);
    Wanted all = wanted(server);
    all.size = content.size();
    all.sha256 = sha256;
    const Downloaded result = download(all, rules());
    EXPECT_TRUE(result.problem.starts_with(fault.problem)) << fault.name << ": " << result.problem;
    EXPECT_EQ(server.requests().size(), fault.requests) << fault.name;
    EXPECT_FALSE(fs::exists(file())) << fault.name;
    if (std::string(fault.name) != "cut") expect_nothing();
    fs::remove_all(folder.path() / "cache");
  }
}

TEST_F(DownloadTest, AServerThatIsNotThereIsTriedAgain) {
  int port = 0;
  {
    port = HttpServer([](const HttpRequest&) { return http_answer(200); }).port();
  }
  const Downloaded result = download({.url = fmt::format("http://127.0.0.1:{}/a", port), .file = file()}, rules());
  EXPECT_EQ(result.tries, kTries);
  EXPECT_TRUE(result.may_go_better);
  EXPECT_TRUE(result.problem.starts_with("Failed to connect to 127.0.0.1 port")) << result.problem;
  expect_nothing();
}

TEST_F(DownloadTest, AFileWithoutASizeHasALimit) {
  const HttpServer server([&](const HttpRequest& request) { return file_answer(request, content); });
  DownloadRules small = rules();
  small.largest = 1000;
  EXPECT_EQ(download(wanted(server), small).problem,
            "the server has more than 1000 bytes, and the manifest gives no size");
  Wanted known = wanted(server);
  known.size = content.size();
  expect_whole(download(known, small));
}

TEST_F(DownloadTest, SecretsStayAtHome) {
  const HttpServer elsewhere([&](const HttpRequest& request) { return file_answer(request, content); });
  const HttpServer home([&](const HttpRequest& request) {
    return http_answer(302, "", "Location: " + (request.target == "/home" ? "/first" : elsewhere.url()) + "\r\n");
  });
  Wanted with_token = wanted(home, "/home");
  with_token.token = "secret";
  expect_whole(download(with_token, rules()));
  ASSERT_EQ(home.requests().size(), 2u);
  for (const HttpRequest& request : home.requests()) EXPECT_EQ(request.header("authorization"), "Bearer secret");
  ASSERT_EQ(elsewhere.requests().size(), 1u);
  EXPECT_EQ(elsewhere.requests()[0].header("authorization"), "");
  fs::remove(file());

  const std::string url = fmt::format("http://me:secret@127.0.0.1:{}/home", home.port());
  expect_whole(download({.url = url, .file = file()}, rules()));
  ASSERT_EQ(home.requests().size(), 4u);
  for (int i = 2; i < 4; ++i) EXPECT_EQ(home.requests()[i].header("authorization"), "Basic bWU6c2VjcmV0");
  EXPECT_EQ(elsewhere.requests()[1].header("authorization"), "");
}

// Nothing that is printed has a password or a signature.
TEST_F(DownloadTest, ProblemsHaveNoSecrets) {
  const HttpServer server([&](const HttpRequest& request) {
    if (request.target.starts_with("/there")) return http_answer(404);
    return http_answer(302, "", "Location: /there?signature=secret\r\n");
  });
  for (const std::string& url : {fmt::format("http://me:secret@127.0.0.1:{}/a?key=secret", server.port()),
                                 std::string("http://me:secret@127.0.0.1:secret/"), std::string("ftp://me:secret@h/"),
                                 std::string("http://me:secret@ /"), std::string("http://me:secret@[::x]/")}) {
    Wanted with_token{.url = url, .file = file(), .token = "secret"};
    const std::string problem = download(with_token, rules()).problem;
    EXPECT_NE(problem, "") << url;
    EXPECT_EQ(problem.find("secret"), std::string::npos) << problem;
  }
  ::unsetenv("no_proxy");
  ::setenv("http_proxy", "nonsense://me:secret@127.0.0.1:1", 1);
  const std::string problem = download(wanted(server), rules()).problem;
  EXPECT_NE(problem, "");
  EXPECT_EQ(problem.find("secret"), std::string::npos) << problem;
}

TEST_F(DownloadTest, UsesTheProxyOfTheEnvironment) {
  const HttpServer proxy([&](const HttpRequest& request) { return file_answer(request, content); });
  ::setenv("http_proxy", proxy.url().c_str(), 1);
  expect_whole(download({.url = "http://traces.invalid/a.trace", .file = file()}, rules()));
  EXPECT_EQ(proxy.requests()[0].target, "http://traces.invalid/a.trace");
}

// Two processes are like two threads here: a lock belongs to an open file.
TEST_F(DownloadTest, TwoThatWantTheSameFileAskOnce) {
  const HttpServer server([&](const HttpRequest& request) { return file_answer(request, content); });
  unsigned tries = 0;
  {
    std::optional<PartFile> held = std::move(*PartFile::open(file()));
    std::vector<std::jthread> threads;
    std::mutex mutex;
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([&] {
        const Downloaded result = download(wanted(server), rules());
        EXPECT_EQ(result.problem, "");
        const std::lock_guard lock(mutex);
        tries += result.tries;
      });
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_EQ(server.requests().size(), 0u) << "the file is locked";
    held.reset();
  }
  EXPECT_EQ(tries, 1u);
  EXPECT_EQ(server.requests().size(), 1u);
  expect_whole({});
}

TEST_F(DownloadTest, AFolderThatCannotBeMadeIsNamed) {
  std::ofstream(folder.path() / "cache") << "a file";
  const HttpServer server([&](const HttpRequest& request) { return file_answer(request, content); });
  const std::string problem = download(wanted(server), rules()).problem;
  EXPECT_NE(problem.find("cache"), std::string::npos) << problem;
  EXPECT_EQ(server.requests().size(), 0u);
}

}  // namespace
}  // namespace replay
