#include "replay/shrink/driver_side.h"

#include <fmt/format.h>

#include "replay/base/cannot_judge.h"

namespace replay {
namespace {

// A child that is to be killed answers with its timeout; the server itself is given some more seconds.
constexpr double kPatience = 30;

}  // namespace

void DriverSide::start() {
  ChildOptions options{.words = launch_.prefix, .environment = launch_.environment, .channel = true};
  options.words.insert(options.words.end(), {own_program(), "candidates"});
  options.words.insert(options.words.end(), trace_arguments_.begin(), trace_arguments_.end());
  child_ = std::make_unique<ChildProcess>(options);
  send_message(child_->channel(), to_message(task_));
}

std::size_t DriverSide::entries() {
  if (!child_) start();
  send_message(child_->channel(), {.text = {{"count", true}}});
  const auto answer = receive_message(child_->channel());
  if (!answer) throw CannotJudge(fmt::format("the {} side {}", name_, describe(child_->wait(child_->seconds() + 5))));
  if (answer->text.contains("problem"))
    throw CannotJudge(fmt::format("the {} side: {}", name_, answer->text["problem"].get<std::string>()));
  return answer->text.value("entries", std::size_t{0});
}

void DriverSide::begin(const Candidate& candidate, const LookAt& look) {
  if (!child_) start();
  send_message(child_->channel(), to_message(candidate, look));
}

Outcome DriverSide::finish() {
  auto answer = receive_message(child_->channel(), task_.timeout + kPatience);
  if (answer && answer->text.contains("how")) return outcome_of(*answer);
  Outcome lost{.how = Outcome::How::kFailed, .problem = fmt::format("the {} side was lost", name_)};
  if (answer) lost.problem = fmt::format("the {} side: {}", name_, answer->text.value("problem", ""));
  child_.reset();
  return lost;
}

}  // namespace replay
