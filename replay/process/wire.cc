#include "replay/process/wire.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <string>

#include "replay/base/cannot_judge.h"

namespace replay {
namespace {

using Clock = std::chrono::steady_clock;

bool send_all(int fd, const void* data, std::size_t size) {
  const auto* at = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t sent = ::send(fd, at, size, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    at += sent;
    size -= static_cast<std::size_t>(sent);
  }
  return true;
}

bool receive_all(int fd, void* data, std::size_t size, std::optional<Clock::time_point> deadline) {
  auto* at = static_cast<char*>(data);
  while (size > 0) {
    if (deadline) {
      pollfd wait{fd, POLLIN, 0};
      // Rounded up: who calls tells by the time that has passed whether the other end was too slow.
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(*deadline - Clock::now()).count();
      if (left <= 0) return false;
      const int ready = ::poll(&wait, 1, static_cast<int>(std::min<std::int64_t>(left, 1'000'000)));
      if (ready < 0 && errno != EINTR) return false;
      if (ready <= 0) continue;
    }
    const ssize_t got = ::recv(fd, at, size, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    at += got;
    size -= static_cast<std::size_t>(got);
  }
  return true;
}

}  // namespace

bool send_message(int fd, const Message& message) {
  const std::string text = message.text.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  const std::array<std::uint64_t, 2> sizes = {text.size(), message.bytes.size()};
  return send_all(fd, sizes.data(), sizeof sizes) && send_all(fd, text.data(), text.size()) &&
         send_all(fd, message.bytes.data(), message.bytes.size());
}

std::optional<Message> receive_message(int fd, std::optional<double> timeout, std::uint64_t largest) {
  std::optional<Clock::time_point> deadline;
  if (timeout)
    deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(*timeout));
  std::array<std::uint64_t, 2> sizes{};
  if (!receive_all(fd, sizes.data(), sizeof sizes, deadline) || sizes[0] > largest || sizes[1] > largest)
    return std::nullopt;
  std::string text(sizes[0], '\0');
  Message message;
  message.bytes.resize(sizes[1]);
  if (!receive_all(fd, text.data(), text.size(), deadline) ||
      !receive_all(fd, message.bytes.data(), message.bytes.size(), deadline)) {
    return std::nullopt;
  }
  message.text = nlohmann::json::parse(text, nullptr, false);
  if (!message.text.is_object()) return std::nullopt;
  return message;
}

void check_no_problem(const Message& message, const std::string& name) {
  const auto problem = message.text.find("problem");
  if (problem != message.text.end())
    throw CannotJudge(fmt::format("the {} side: {}", name, problem->get<std::string>()));
}

}  // namespace replay
