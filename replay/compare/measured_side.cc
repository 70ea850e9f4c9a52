#include "replay/compare/measured_side.h"

#include <fmt/format.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "replay/base/cannot_judge.h"
#include "replay/base/exit_code.h"
#include "replay/base/scratch_folder.h"
#include "replay/process/child_process.h"
#include "replay/process/wire.h"

namespace replay {
namespace {

// Where callgrind writes.
class CallgrindFolder {
 public:
  std::vector<std::string> command() const {
    return {"valgrind", "-q", "--tool=callgrind", "--instr-atstart=no",
            "--callgrind-out-file=" + (folder_.path() / "out").string()};
  }
  // The first dump is the one that was asked for; the one at the end of the process has no number.
  double count() const {
    std::ifstream in(folder_.path() / "out.1");
    const auto count = count_of_callgrind({std::istreambuf_iterator<char>(in), {}});
    if (!count) throw CannotJudge("valgrind wrote no count of instructions");
    return *count;
  }

 private:
  ScratchFolder folder_;
};

// The channel of a child that was killed is closed, which ends the wait for its message.
std::optional<Message> receive_unless_stopped(const ChildProcess& child, double timeout, const std::stop_token& stop) {
  const std::stop_callback kills(stop, [&child] { ::kill(-child.pid(), SIGKILL); });
  return receive_message(child.channel(), timeout);
}

}  // namespace

std::optional<double> count_of_callgrind(const std::string& text) {
  const std::string_view key = "\ntotals: ";
  const auto at = text.rfind(key);
  if (at == std::string::npos) return std::nullopt;
  const double count = std::strtod(text.c_str() + at + key.size(), nullptr);
  return count > 0 ? std::optional(count) : std::nullopt;
}

nlohmann::json MeasuredSide::ask(double timeout, bool with_valgrind) const {
  std::optional<CallgrindFolder> callgrind;
  Launch launch = launch_;
  if (with_valgrind) {
    const std::vector<std::string> words = callgrind.emplace().command();
    launch.prefix.insert(launch.prefix.end(), words.begin(), words.end());
  }
  ChildProcess child(own_command(launch, "measure", arguments_));
  auto message = receive_unless_stopped(child, timeout, stop_);
  const double patience = message ? 30 : child.seconds() >= timeout ? 0 : 5;  // seconds to end in
  const ChildEnding ending = child.wait(child.seconds() + patience, stop_);
  if (!message) throw CannotJudge(fmt::format("the {} side {}", name_, describe(ending)));
  check_no_problem(*message, name_);
  if (callgrind) message->text["valgrind_count"] = callgrind->count();
  return std::move(message->text);
}

Measurement MeasuredSide::replay(double timeout) {
  if (next_ == measured_.size()) {
    if (!is_warm_) ask(timeout, false);
    is_warm_ = true;
    measured_.push_back(measurement_of(ask(timeout)));
  }
  return measured_[next_++];
}

}  // namespace replay
