// The protocol between a bisection and the two replays that it compares: messages of JSON and bytes over a socket.
//
//   to the replay      {"calls": [[first, last], ...]}        at the start: the calls to stop and read back after
//                      {"go": true}                           go on to the next call
//                      {"images": true}                       send the images: one message for each, with its bytes
//                      {"state": true}                        send the GL state
//   from the replay    {"call": n, "frame": n, "images": [{"name", "width", "height", "form", "hash"}]}
//                      {"end": true}                          the recording has ended
//                      {"problem": "sentence"}                the replay cannot go on
//
// A message consists of the size of its JSON text and the size of its bytes (8 bytes each), the text, and the bytes.
// Both ends come from the same build.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

namespace replay {

struct Message {
  nlohmann::json text;
  std::vector<std::uint8_t> bytes{};
};

// Returns false when the other end has closed the connection.
bool send_message(int fd, const Message& message);
// Returns nothing when the other end has closed the connection, or when `timeout` seconds pass without a whole message.
// Without a timeout it waits as long as it takes.
std::optional<Message> receive_message(int fd, std::optional<double> timeout = std::nullopt);

}  // namespace replay
