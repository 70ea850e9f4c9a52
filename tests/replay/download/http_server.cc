#include "tests/replay/download/http_server.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace replay {
namespace {

HttpRequest parse(const std::string& head) {
  HttpRequest request;
  std::istringstream lines(head);
  std::string line, method;
  std::getline(lines, line);
  std::istringstream(line) >> method >> request.target;
  while (std::getline(lines, line) && line != "\r") {
    const auto colon = line.find(':');
    if (colon == std::string::npos) continue;
    std::string name = line.substr(0, colon);
    for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    const auto begin = line.find_first_not_of(' ', colon + 1), end = line.find_last_not_of('\r');
    request.headers[name] = begin <= end ? line.substr(begin, end + 1 - begin) : "";
  }
  return request;
}

}  // namespace

HttpAnswer http_answer(int status, const std::string& body, const std::string& more) {
  return {.bytes = fmt::format("HTTP/1.1 {} Words\r\nContent-Length: {}\r\nConnection: close\r\n{}\r\n{}", status,
                               body.size(), more, body)};
}

HttpAnswer file_answer(const HttpRequest& request, const std::string& content, const std::string& etag) {
  const std::string tag = etag.empty() ? "" : "ETag: " + etag + "\r\n", range = request.header("range");
  const std::string if_range = request.header("if-range");
  if (!range.starts_with("bytes=") || (!if_range.empty() && if_range != etag)) return http_answer(200, content, tag);
  const std::size_t first = std::stoul(range.substr(6));
  if (first >= content.size())
    return http_answer(416, "", fmt::format("Content-Range: bytes */{}\r\n", content.size()));
  return http_answer(
      206, content.substr(first),
      fmt::format("{}Content-Range: bytes {}-{}/{}\r\n", tag, first, content.size() - 1, content.size()));
}

HttpAnswer cut(HttpAnswer answer, std::size_t bytes) {
  answer.bytes.resize(std::min(answer.bytes.size(), answer.bytes.find("\r\n\r\n") + 4 + bytes));
  return answer;
}

HttpAnswer then_silent(HttpAnswer answer) {
  answer.falls_silent = true;
  return answer;
}

HttpServer::HttpServer(std::function<HttpAnswer(const HttpRequest&)> answer)
    : answer_(std::move(answer)),
      listener_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* generic = reinterpret_cast<sockaddr*>(&address);
  if (::bind(listener_, generic, size) != 0 || ::listen(listener_, 16) != 0 ||
      ::getsockname(listener_, generic, &size) != 0)
    throw std::runtime_error("no server can be started on 127.0.0.1");
  port_ = ntohs(address.sin_port);
  accepting_ = std::thread([this] { accept_all(); });
}

HttpServer::~HttpServer() {
  ::shutdown(listener_, SHUT_RDWR);
  accepting_.join();
  ::close(listener_);
  {
    const std::lock_guard lock(mutex_);
    for (const int fd : open_) ::shutdown(fd, SHUT_RDWR);
  }
  for (std::thread& connection : connections_) connection.join();
}

std::string HttpServer::url(const std::string& path) const { return fmt::format("http://127.0.0.1:{}{}", port_, path); }

std::vector<HttpRequest> HttpServer::requests() const {
  const std::lock_guard lock(mutex_);
  return requests_;
}

void HttpServer::accept_all() {
  while (true) {
    const int fd = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (fd < 0) return;
    const std::lock_guard lock(mutex_);
    open_.push_back(fd);
    connections_.emplace_back([this, fd] { serve(fd); });
  }
}

void HttpServer::serve(int fd) {
  char buffer[4096];
  std::string head;
  while (head.find("\r\n\r\n") == std::string::npos) {
    const ssize_t got = ::recv(fd, buffer, sizeof buffer, 0);
    if (got <= 0) break;
    head.append(buffer, static_cast<std::size_t>(got));
  }
  if (head.find("\r\n\r\n") != std::string::npos) {
    const HttpRequest request = parse(head);
    {
      const std::lock_guard lock(mutex_);
      requests_.push_back(request);
    }
    const HttpAnswer answer = answer_(request);
    for (std::size_t sent = 0; sent < answer.bytes.size();) {
      const ssize_t size = ::send(fd, answer.bytes.data() + sent, answer.bytes.size() - sent, MSG_NOSIGNAL);
      if (size <= 0) break;
      sent += static_cast<std::size_t>(size);
    }
    while (answer.falls_silent && ::recv(fd, buffer, sizeof buffer, 0) > 0) {
    }
  }
  const std::lock_guard lock(mutex_);
  std::erase(open_, fd);
  ::close(fd);
}

}  // namespace replay
