#include "replay/process/confined_step.h"

#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "replay/base/cannot_judge.h"
#include "replay/process/sandbox.h"
#include "replay/process/wire.h"

namespace replay {
namespace {

constexpr std::uint64_t kLargestAnswer = 1 << 20;  // bytes

// The handlers of signals are the parent's: they would tidy up here what the parent still uses.
void forget_handlers() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGSYS, SIGXCPU})
    std::signal(signal, SIG_DFL);
}

[[noreturn]] void answer_and_end(int channel, const Supervision& supervision,
                                 const std::function<nlohmann::json()>& step) {
  Message answer;
  try {
    enter_sandbox(supervision, {});
    answer.text = {{"answer", step()}};
  } catch (const std::exception& problem) {
    answer.text = {{"problem", problem.what()}};
  }
  send_message(channel, answer);
  ::_exit(0);
}

std::string describe_ending(int status) {
  if (WIFSIGNALED(status)) return fmt::format("was ended by a signal ({})", ::strsignal(WTERMSIG(status)));
  return "ended without an answer";
}

}  // namespace

nlohmann::json run_confined(const Supervision& supervision, const std::function<nlohmann::json()>& step) {
  if (supervision.sandbox == Sandbox::kOff) return step();
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) throw CannotJudge("no socket is left");
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(1);
    ::close(ends[0]);
    forget_handlers();
    answer_and_end(ends[1], supervision, step);
  }
  const int error = errno;
  ::close(ends[1]);
  if (child < 0) {
    ::close(ends[0]);
    throw CannotJudge(fmt::format("no process can be started: {}", std::strerror(error)));
  }
  const auto answer = receive_message(ends[0], std::nullopt, kLargestAnswer);
  ::close(ends[0]);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!answer) throw CannotJudge(fmt::format("the process that reads the recording {}", describe_ending(status)));
  if (const auto problem = answer->text.find("problem"); problem != answer->text.end())
    throw CannotJudge(problem->is_string() ? problem->get<std::string>() : "the recording cannot be read");
  return answer->text.value("answer", nlohmann::json());
}

}  // namespace replay
