#include "replay/process/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <functional>

#include "replay/base/cannot_judge.h"
#include "replay/process/orphans.h"
#include "replay/process/signals.h"

extern char** environ;

namespace replay {
namespace {

constexpr int kLookEvery = 10;  // milliseconds
// Seconds between asking a child to end and killing it, so that it can write its results.
constexpr double kGraceOfChild = 5;

void close_fd(int& fd) {
  if (fd >= 0) ::close(fd);
  fd = -1;
}

[[noreturn]] void cannot_start(const std::string& program) {
  throw CannotJudge(fmt::format("{}: cannot be started: {}", program, std::strerror(errno)));
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (std::string& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

std::vector<std::string> environment_with(const ChildOptions& options) {
  std::vector<std::string> result;
  const auto replaced = [&](const std::string& entry) {
    const std::string name = entry.substr(0, entry.find('='));
    return name == kLastCallVariable || std::any_of(options.environment.begin(), options.environment.end(),
                                                    [&](const auto& pair) { return pair.first == name; });
  };
  for (char** entry = environ; *entry != nullptr; ++entry) {
    if (!replaced(*entry)) result.emplace_back(*entry);
  }
  for (const auto& [name, value] : options.environment) result.push_back(name + "=" + value);
  result.push_back(fmt::format("{}={}", kLastCallVariable, last_call_variable(ChildProcess::kPage, options.words)));
  return result;
}

// Moves a descriptor above all those that the child expects. After that each can be moved to its place without
// overwriting another.
int above_places(int fd) { return fd < 0 ? fd : ::fcntl(fd, F_DUPFD_CLOEXEC, 16); }

void keep_tail(std::string& text, std::size_t slack = 0) {
  if (text.size() > ChildProcess::kMaxOutput + slack) text.erase(0, text.size() - ChildProcess::kMaxOutput);
}

// Reads what there is. Returns false at the end of the stream.
bool drain(int fd, std::string& text) {
  char buffer[1 << 16];
  const ssize_t size = ::read(fd, buffer, sizeof buffer);
  if (size < 0) return errno == EAGAIN || errno == EINTR;
  text.append(buffer, static_cast<std::size_t>(size));
  keep_tail(text, ChildProcess::kMaxOutput);  // seldom: a driver may print gigabytes
  return size > 0;
}

// Reads what the pipe has now, at most as much as a pipe holds: somebody may still write into it.
void drain_rest(int fd, std::string& text) {
  constexpr int kMostReads = 16;  // of 64 KiB
  for (int i = 0; fd >= 0 && i < kMostReads; ++i) {
    const std::size_t before = text.size();
    if (!drain(fd, text) || text.size() == before) break;
  }
  keep_tail(text);
}

std::string streams(bool output, bool error) {
  if (output && error) return "standard output and standard error";
  return output ? "standard output" : error ? "standard error" : "";
}

}  // namespace

std::string describe(const ChildEnding& ending) {
  switch (ending.how) {
    case ChildEnding::How::kSignalled: {
      char name[32];
      return fmt::format("{} ({}) {}{}", ending.culprit == Culprit::kOutside ? "was killed" : "crashed",
                         name_of_signal(ending.signal, name), ending.where, blame(ending.culprit));
    }
    case ChildEnding::How::kTimedOut: return fmt::format("hung: ended after {:.1f} s {}", ending.seconds, ending.where);
    case ChildEnding::How::kExited: break;
  }
  return fmt::format("ended with exit code {}{}", ending.code,
                     ending.is_own_code ? "" : fmt::format(", which is not its own, {}", ending.where));
}

std::optional<std::string> find_program(const std::string& word) {
  if (word.find('/') != std::string::npos) return word;
  const char* path = std::getenv("PATH");
  std::string folders = path != nullptr ? path : "/usr/bin:/bin";
  for (std::size_t start = 0; start <= folders.size();) {
    const std::size_t end = std::min(folders.find(':', start), folders.size());
    std::string candidate = folders.substr(start, end - start) + "/" + word;
    if (::access(candidate.c_str(), X_OK) == 0) return candidate;
    start = end + 1;
  }
  return std::nullopt;
}

ChildOptions own_command(const Launch& launch, const std::string& command, const std::vector<std::string>& arguments) {
  ChildOptions options{.words = launch.prefix, .environment = launch.environment, .channel = true};
  options.words.insert(options.words.end(), {own_program(), command});
  options.words.insert(options.words.end(), arguments.begin(), arguments.end());
  return options;
}

ChildProcess::ChildProcess(const ChildOptions& options) : begin_(std::chrono::steady_clock::now()) { start(options); }

void ChildProcess::start(const ChildOptions& options) {
  has_memory_limit_ = options.memory_limit != 0;
  std::vector<std::string> words = options.words, variables = environment_with(options);
  const std::vector<char*> argv = pointers(words), envp = pointers(variables);
  // PATH is searched before the fork, because execvpe(), which does so too, may not be called after a fork in a process
  // with threads.
  const std::string program = find_program(options.words.front()).value_or(options.words.front());

  int page = ::memfd_create("replay last call", MFD_CLOEXEC);
  if (page < 0 || ::ftruncate(page, sizeof(LastCallPage)) != 0) cannot_start(program);
  page_fd_ = page;
  page_ =
      static_cast<LastCallPage*>(::mmap(nullptr, sizeof(LastCallPage), PROT_READ | PROT_WRITE, MAP_SHARED, page, 0));
  if (page_ == MAP_FAILED) cannot_start(program);
  int channels[2] = {-1, -1}, out[2] = {-1, -1}, err[2] = {-1, -1}, failure[2] = {-1, -1};
  if (options.channel && ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, channels) != 0) cannot_start(program);
  if (options.capture && (::pipe2(out, O_CLOEXEC) != 0 || ::pipe2(err, O_CLOEXEC) != 0)) cannot_start(program);
  if (::pipe2(failure, O_CLOEXEC) != 0) cannot_start(program);

  const pid_t parent = ::getpid();
  pid_ = fork_known();
  if (pid_ == 0) {
    // From here to execve() only functions are called that are safe after a fork in a process with threads.
    ::setpgid(0, 0);
    ::signal(SIGPIPE, SIG_DFL);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    // What it leaves becomes ours when it ends, and not before, so it is known whose it was.
    if (adopts_orphans()) ::prctl(PR_SET_CHILD_SUBREAPER, 1);
    if (::getppid() != parent) ::_exit(1);
    const int moved_page = above_places(page), moved_channel = above_places(channels[1]);
    const int moved_out = above_places(out[1]), moved_err = above_places(err[1]),
              moved_failure = above_places(failure[1]);
    ::dup2(moved_page, kPage);
    if (moved_channel >= 0) ::dup2(moved_channel, kChannel);
    if (moved_out >= 0) ::dup2(moved_out, 1);
    if (moved_err >= 0) ::dup2(moved_err, 2);
    if (options.memory_limit != 0) {
      const rlimit limit{options.memory_limit, options.memory_limit};
      ::setrlimit(RLIMIT_DATA, &limit);
    }
    const rlimit no_core{0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
    ::execve(program.c_str(), argv.data(), envp.data());
    const int problem = errno;
    if (::write(moved_failure, &problem, sizeof problem) < 0) ::_exit(126);
    ::_exit(127);
  }
  const int fork_problem = errno;
  for (int fd : {channels[1], out[1], err[1], failure[1]}) close_fd(fd);
  channel_ = channels[0];
  out_ = out[0];
  err_ = err[0];
  if (pid_ < 0) {
    errno = fork_problem;
    close_fd(failure[0]);
    cannot_start(program);
  }
  int problem = 0;
  ssize_t size = 0;
  do {
    size = ::read(failure[0], &problem, sizeof problem);
  } while (size < 0 && errno == EINTR);
  close_fd(failure[0]);
  if (size > 0) {
    collect_known(pid_);
    pid_ = -1;
    errno = problem;
    cannot_start(program);
  }
  pidfd_ = static_cast<int>(::syscall(SYS_pidfd_open, pid_, 0));
  for (const int fd : {out_, err_}) {
    if (fd >= 0) ::fcntl(fd, F_SETFL, O_NONBLOCK);
  }
}

ChildProcess::~ChildProcess() {
  if (pid_ > 0) {
    ::kill(-pid_, SIGKILL);
    collect_known(pid_);
    end_orphans();
  }
  for (int* fd : {&pidfd_, &channel_, &page_fd_, &out_, &err_}) close_fd(*fd);
  if (page_ != nullptr && page_ != MAP_FAILED) ::munmap(page_, sizeof(LastCallPage));
}

void ChildProcess::close_channel() { close_fd(channel_); }

double ChildProcess::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

// This does not collect the child, so its number stays reserved.
bool ChildProcess::has_ended() const {
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == pid_;
}

// Waits for output or for the end of the child, at most `left` seconds. Returns whether the child has ended. Kernels
// before 5.3 and some containers have no descriptors of processes; there the child is checked every few milliseconds.
bool ChildProcess::poll_once(std::optional<double> left, std::string& out, std::string& err) {
  pollfd fds[] = {{pidfd_, POLLIN, 0}, {out_, POLLIN, 0}, {err_, POLLIN, 0}};  // poll() ignores negative descriptors
  int milliseconds = left ? static_cast<int>(std::clamp(*left * 1000, 0.0, 1e9)) + 1 : -1;
  if (pidfd_ < 0) milliseconds = milliseconds < 0 ? kLookEvery : std::min(milliseconds, kLookEvery);
  if (::poll(fds, 3, milliseconds) < 0) return pidfd_ < 0 && has_ended();
  if (fds[1].revents != 0 && !drain(out_, out)) close_fd(out_);
  if (fds[2].revents != 0 && !drain(err_, err)) close_fd(err_);
  return pidfd_ < 0 ? has_ended() : fds[0].revents != 0;
}

ChildEnding ChildProcess::wait(std::optional<double> timeout, const std::stop_token& stop) {
  ChildEnding ending;
  double deadline = timeout.value_or(0);
  bool asked = false;
  // It is gone before the child is collected, so that the number is still that of the child.
  std::optional<std::stop_callback<std::function<void()>>> kill_at_stop;
  kill_at_stop.emplace(stop, [pid = pid_] { ::kill(-pid, SIGKILL); });
  while (true) {
    std::optional<double> left;
    if (timeout) left = deadline - seconds();
    if (poll_once(left, ending.out, ending.err)) break;
    if (!timeout || seconds() < deadline) continue;
    ::kill(-pid_, asked ? SIGKILL : SIGTERM);
    if (!asked) ending.seconds = seconds();
    asked = true;
    deadline = seconds() + kGraceOfChild;
  }
  if (!asked) ending.seconds = seconds();
  kill_at_stop.reset();
  rusage usage{};
  int status = 0;
  ending.left = names_of_orphans();
  collect_known(pid_, &status, &usage);
  ::kill(-pid_, SIGKILL);  // ends what the child has started
  end_orphans();           // also what has left its group
  pid_ = -1;
  // The pipes still have what was written before the end. A grandchild that holds them open must not block this
  // process.
  drain_rest(out_, ending.out);
  drain_rest(err_, ending.err);
  ending.peak_memory = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
  ending.where = describe(*page_);
  ending.calls_before = calls_before(*page_);
  const bool out_of_time = WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU;  // the limit of the sandbox
  ending.was_stopped = stop.stop_requested() && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
  if (asked || out_of_time) {
    ending.how = ChildEnding::How::kTimedOut;
  } else if (WIFSIGNALED(status)) {
    ending.how = ChildEnding::How::kSignalled;
    ending.signal = WTERMSIG(status);
    // With too little memory the kernel ends a program before it begins.
    const Culprit unsaid = has_memory_limit_ ? Culprit::kMemoryLimit : Culprit::kDriver;
    ending.culprit = culprit_of_signal(ending.signal, page_->watches ? page_->culprit.load() : unsaid);
  } else {
    ending.code = WEXITSTATUS(status);
    ending.is_own_code = !page_->watches || page_->has_code;
  }
  ending.lost_streams = streams(page_->lost_output, page_->lost_error);
  return ending;
}

}  // namespace replay
