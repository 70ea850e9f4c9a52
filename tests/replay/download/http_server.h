// HttpServer: a server for tests of downloads, on 127.0.0.1 and a port that the kernel chooses. What it answers is up
// to the test, byte by byte, so that it can do all that a good server would not.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace replay {

struct HttpRequest {
  std::string target;                          // "/a.trace"; of a proxy the whole URL
  std::map<std::string, std::string> headers;  // names in lower case
  std::string header(const std::string& name) const {
    const auto found = headers.find(name);
    return found == headers.end() ? "" : found->second;
  }
};

struct HttpAnswer {
  std::string bytes;          // all that is sent, with the head
  bool falls_silent = false;  // then nothing more comes, and the connection stays until the client closes it
};

// A whole answer. `more`: further lines of the head, each with its end.
HttpAnswer http_answer(int status, const std::string& body = "", const std::string& more = "");
// What a good server answers that has a file of this content and knows parts of files. Empty `etag`: it has none.
HttpAnswer file_answer(const HttpRequest& request, const std::string& content, const std::string& etag = "\"one\"");
// The same answer, but the connection ends after `bytes` bytes of the body.
HttpAnswer cut(HttpAnswer answer, std::size_t bytes);
HttpAnswer then_silent(HttpAnswer answer);

class HttpServer {
 public:
  // `answer` is called from several threads.
  explicit HttpServer(std::function<HttpAnswer(const HttpRequest&)> answer);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  int port() const { return port_; }
  std::string url(const std::string& path = "/") const;
  std::vector<HttpRequest> requests() const;

 private:
  void accept_all();
  void serve(int fd);

  const std::function<HttpAnswer(const HttpRequest&)> answer_;
  int listener_ = -1, port_ = 0;
  mutable std::mutex mutex_;
  std::vector<HttpRequest> requests_;
  std::vector<int> open_;  // connections
  std::vector<std::thread> connections_;
  std::thread accepting_;
};

}  // namespace replay
