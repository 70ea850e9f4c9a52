// Messages of JSON and bytes over the socket between a process and a child of it (ChildProcess::channel()).
//
// A message consists of the size of its JSON text and the size of its bytes (8 bytes each), the text, and the bytes.
// Both ends come from the same build.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace replay {

struct Message {
  nlohmann::json text;
  std::vector<std::uint8_t> bytes{};
};

// Returns false when the other end has closed the connection.
bool send_message(int fd, const Message& message);
// Returns nothing when the other end has closed the connection, when `timeout` seconds have passed without a whole
// message (never earlier), or when its text or its bytes are larger than `largest`. Without a timeout it waits as long
// as it takes.
constexpr std::uint64_t kLargestMessage = std::uint64_t{8} << 30;  // bytes
std::optional<Message> receive_message(int fd, std::optional<double> timeout = std::nullopt,
                                       std::uint64_t largest = kLargestMessage);

// Throws CannotJudge when the message says {"problem": "sentence"}: the replay of the side `name` cannot go on.
void check_no_problem(const Message& message, const std::string& name);

}  // namespace replay
