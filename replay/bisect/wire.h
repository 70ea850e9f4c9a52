// The line between a bisection and the two replays that it compares: messages of JSON and bytes over a socket.
//
//   to the replay      {"calls": [[first, last], ...]}        at the start: after which calls to stop and look
//                      {"go": true}                           on to the next
//                      {"images": true}                       send what was seen: one message an image, with its bytes
//                      {"state": true}                        send the GL state
//   from the replay    {"call": n, "frame": n, "images": [{"name", "width", "height", "form", "hash"}]}
//                      {"end": true}                          of the recording
//                      {"problem": "sentence"}                it cannot go on
//
// A message is its size and that of its bytes, 8 bytes each, then both. Both ends are of one build.
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

// False when the other end has gone.
bool send_message(int fd, const Message& message);
// Nothing when the other end has gone, or when `timeout` seconds (none: for ever) pass without a whole message.
std::optional<Message> receive_message(int fd, std::optional<double> timeout = std::nullopt);

}  // namespace replay
