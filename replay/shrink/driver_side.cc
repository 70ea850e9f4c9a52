#include "replay/shrink/driver_side.h"

#include <fmt/format.h>

#include "replay/base/cannot_judge.h"

namespace replay {
namespace {

// A child that is to be killed answers with its timeout; the server itself is given some more seconds.
constexpr double kPatience = 30;

}  // namespace

void DriverSide::start() {
  child_ = std::make_unique<ChildProcess>(own_command(launch_, "candidates", trace_arguments_));
  send_message(child_->channel(), to_message(task_));
}

std::size_t DriverSide::entries() {
  if (!child_) start();
  send_message(child_->channel(), {.text = {{"count", true}}});
  const auto answer = receive_message(child_->channel());
  if (!answer) throw CannotJudge(fmt::format("the {} side {}", name_, describe(child_->wait(child_->seconds() + 5))));
  check_no_problem(*answer, name_);
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
