#include "replay/trim/refused_calls.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "replay/process/child_process.h"
#include "replay/process/launch.h"
#include "replay/process/wire.h"

namespace replay {

std::vector<std::uint64_t> refused_calls(const std::string& trace, const SliceOf& wanted,
                                         const std::vector<std::string>& arguments) {
  std::vector<std::string> words = {trace};
  words.insert(words.end(), arguments.begin(), arguments.end());
  ChildProcess child(own_command(Launch{}, "probe", words));
  const char* kind = wanted.frames ? "frame" : "call";
  const std::uint64_t last = wanted.frames ? wanted.frames->last : wanted.calls->last;
  send_message(child.channel(), {.text = {{"refused_until", {{kind, last}}}}});
  const auto answer = receive_message(child.channel());
  child.close_channel();
  child.wait();
  std::vector<std::uint64_t> numbers;
  try {
    if (answer) numbers = answer->text.at("refused").get<std::vector<std::uint64_t>>();
  } catch (const nlohmann::json::exception&) {
    return {};
  }
  std::ranges::sort(numbers);
  return numbers;
}

}  // namespace replay
