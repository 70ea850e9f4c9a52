#include "replay/download/fetcher.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "replay/base/cannot_judge.h"
#include "replay/process/child_process.h"
#include "replay/process/last_call.h"
#include "replay/process/wire.h"

namespace replay {
namespace {

using nlohmann::json;

constexpr double kGrace = 60;  // seconds after which a download is ended that does not see that its time is over

json to_json(const Wanted& wanted, const DownloadRules& rules) {
  json request = {{"url", wanted.url},
                  {"file", wanted.file.string()},
                  {"sha256", wanted.sha256},
                  {"token", wanted.token},
                  {"tries", rules.tries},
                  {"first_pause", rules.first_pause.count()},
                  {"whole", rules.times.whole.count()},
                  {"connecting", rules.times.connecting.count()},
                  {"silent", rules.times.silent.count()},
                  {"largest", rules.largest}};
  if (wanted.size) request["size"] = *wanted.size;
  return request;
}

std::pair<Wanted, DownloadRules> request_of(const json& request) {
  Wanted wanted{.url = request.at("url"),
                .file = request.at("file").get<std::string>(),
                .sha256 = request.at("sha256"),
                .token = request.at("token")};
  if (request.contains("size")) wanted.size = request["size"].get<std::uint64_t>();
  const auto time = [&](const char* key) { return request.at(key).get<std::int64_t>(); };
  return {std::move(wanted),
          {.tries = request.at("tries"),
           .first_pause = std::chrono::milliseconds(time("first_pause")),
           .times = {.whole = std::chrono::milliseconds(time("whole")),
                     .connecting = std::chrono::milliseconds(time("connecting")),
                     .silent = std::chrono::seconds(time("silent"))},
           .largest = request.at("largest")}};
}

}  // namespace

Downloaded fetch(const Wanted& wanted, const DownloadRules& rules, const std::stop_token& stop) {
  ChildOptions options{.words = {own_program(), "fetch"}, .capture = true, .channel = true};
  ChildProcess child(options);
  // The address and the token go by the channel, because everybody may read the arguments of a process.
  const bool sent = send_message(child.channel(), {.text = to_json(wanted, rules)});
  const double most = std::chrono::duration<double>(rules.times.whole).count() + kGrace;
  const ChildEnding ending = child.wait(most, stop);
  if (ending.was_stopped) return {.problem = "the run ended while it was downloaded"};
  const auto answer = sent ? receive_message(child.channel(), 1) : std::nullopt;
  if (!answer) return {.problem = fmt::format("the download {}", describe(ending))};
  return {.bytes = answer->text.value("bytes", std::uint64_t{0}),
          .tries = answer->text.value("tries", 0u),
          .problem = answer->text.value("problem", ""),
          .may_go_better = answer->text.value("may_go_better", false)};
}

void answer_fetch() {
  const auto request = is_supervised() ? receive_message(ChildProcess::kChannel) : std::nullopt;
  if (!request) throw CannotJudge("this command is for 'replay run --download', which starts it");
  const auto [wanted, rules] = request_of(request->text);
  const Downloaded result = download(wanted, rules);
  send_message(ChildProcess::kChannel, {.text = {{"bytes", result.bytes},
                                                 {"tries", result.tries},
                                                 {"problem", result.problem},
                                                 {"may_go_better", result.may_go_better}}});
}

}  // namespace replay
