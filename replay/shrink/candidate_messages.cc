#include "replay/shrink/candidate_server.h"

namespace replay {

using nlohmann::json;

Message to_message(const ServerTask& task) {
  Message message{.text = {{"timeout", task.timeout}}};
  if (task.last_call) message.text["last"] = *task.last_call;
  return message;
}

ServerTask task_of(const Message& message) {
  const json& text = message.text;
  ServerTask task{.timeout = text.at("timeout")};
  if (text.contains("last")) task.last_call = text["last"].get<std::uint64_t>();
  return task;
}

// The texts of changes are shader sources in whatever encoding, so they go with the bytes.
Message to_message(const Candidate& candidate, const LookAt& look) {
  Message message{.text = {{"what", static_cast<int>(look.what)},
                           {"call", look.call},
                           {"changes", json::array()},
                           {"entries", candidate.kept.size()}},
                  .bytes = packed_bits(candidate.kept)};
  for (const Change& change : candidate.changes) {
    message.text["changes"].push_back(
        {static_cast<int>(change.how), change.entry, change.argument, change.value, change.text.size()});
    message.bytes.insert(message.bytes.end(), change.text.begin(), change.text.end());
  }
  return message;
}

LookAt look_of(const Message& message) {
  return {.what = static_cast<LookAt::What>(message.text.at("what").get<int>()), .call = message.text.at("call")};
}

Candidate candidate_of(const Message& message) {
  const std::size_t entries = message.text.at("entries");
  Candidate candidate{.kept = unpacked_bits(message.bytes, entries), .changes = {}};
  auto text = message.bytes.begin() + static_cast<std::ptrdiff_t>((entries + 7) / 8);
  for (const json& change : message.text.at("changes")) {
    const auto size = change.at(4).get<std::ptrdiff_t>();
    candidate.changes.push_back({.how = static_cast<Change::How>(change.at(0).get<int>()),
                                 .entry = change.at(1),
                                 .argument = change.at(2),
                                 .value = change.at(3),
                                 .text = std::string(text, text + size)});
    text += size;
  }
  return candidate;
}

Message to_message(const Outcome& outcome) {
  Message message{.text = {{"how", static_cast<int>(outcome.how)},
                           {"signal", outcome.signal},
                           {"call", outcome.call},
                           {"function", static_cast<int>(outcome.function)},
                           {"problem", outcome.problem},
                           {"images", json::array()},
                           {"errors", json::array()},
                           {"frames", json::array()}}};
  for (const SeenFrame& frame : outcome.frames) message.text["frames"].push_back({frame.swap, frame.hash});
  for (const AttachmentImage& image : outcome.images) {
    message.text["images"].push_back(
        {image.name, image.width, image.height, static_cast<int>(image.form), image.level, image.bytes.size()});
    message.bytes.insert(message.bytes.end(), image.bytes.begin(), image.bytes.end());
  }
  for (const SeenError& error : outcome.errors)
    message.text["errors"].push_back({error.error, static_cast<int>(error.function), error.call});
  return message;
}

Outcome outcome_of(const Message& message) {
  const json& text = message.text;
  Outcome outcome{.how = static_cast<Outcome::How>(text.at("how").get<int>()),
                  .signal = text.at("signal"),
                  .call = text.at("call"),
                  .function = static_cast<glbindings::FunctionId>(text.at("function").get<int>()),
                  .problem = text.at("problem")};
  auto bytes = message.bytes.begin();
  for (const json& image : text.at("images")) {
    const auto size = image.at(5).get<std::ptrdiff_t>();
    outcome.images.push_back({.name = image.at(0),
                              .width = image.at(1),
                              .height = image.at(2),
                              .form = static_cast<AttachmentImage::Form>(image.at(3).get<int>()),
                              .level = image.at(4),
                              .bytes = {bytes, bytes + size}});
    bytes += size;
  }
  for (const json& error : text.at("errors")) {
    outcome.errors.push_back({.error = error.at(0),
                              .function = static_cast<glbindings::FunctionId>(error.at(1).get<int>()),
                              .call = error.at(2)});
  }
  for (const json& frame : text.at("frames")) outcome.frames.push_back({.swap = frame.at(0), .hash = frame.at(1)});
  return outcome;
}

}  // namespace replay
