#include "replay/process/signals.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <memory>
#include <thread>

#include "loaders/base/sanitized.h"
#include "replay/base/exit_code.h"
#include "replay/process/last_call.h"
#include "replay/process/standard_streams.h"

namespace replay {
namespace {

constexpr std::array kCrashes = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGSYS, SIGXCPU};
constexpr std::array kWishes = {SIGTERM, SIGINT, SIGHUP};
constexpr int kStandStill = SIGUSR2;

// How long a last will may take, in milliseconds. Writing pictures takes time, but a parent that asks for the end does
// not wait long.
constexpr int kAfterCrash = 20'000, kAfterWish = 3'000;

// An exit code that tells the parent that the driver ended the process. The program never uses it otherwise.
constexpr int kEndedByDriver = 3;

// The state of the handlers. They run on any thread, including those of a driver.
struct Watch {
  std::atomic<bool> supervised{false};
  std::atomic<int> wish{0};                        // the first request to end
  std::atomic<int> ending{0};                      // the signal that ends the process
  std::atomic<pid_t> first{0};                     // the thread that received it
  std::atomic<Culprit> culprit{Culprit::kDriver};  // of a crash
  std::atomic<bool> exited{false};                 // exit() was called, there is no signal
  std::atomic<bool> has_will{false}, executed{false}, dismissed{false};
  std::atomic<pid_t> issuing_thread{0}, will_thread{0};
  std::atomic<int> code{kCannotJudge};  // what the last will returned
  int wake = -1, done = -1;             // eventfds
} watch;

thread_local bool is_own_thread = false;

pid_t this_thread() { return static_cast<pid_t>(::syscall(SYS_gettid)); }

void signal_event(int fd) {
  const std::uint64_t one = 1;
  while (::write(fd, &one, sizeof one) < 0 && errno == EINTR) {
  }
}

[[noreturn]] void stand_still() {
  for (;;) ::pause();
}

bool is_wish(int signal) { return signal == SIGTERM || signal == SIGINT || signal == SIGHUP || signal == SIGALRM; }

// Reports a crash where nothing else can. Takes no locks and allocates nothing.
void say_crashed(int signal) {
  char space[32], line[160];
  CallRing::Entry last;
  std::size_t size = 0;
  const auto append = [&](const char* text) {
    while (*text != '\0' && size < sizeof line - 1) line[size++] = *text++;
  };
  const auto append_number = [&](std::uint64_t number) {
    char digits[21];
    char* first = digits + 20;
    *first = '\0';
    do *--first = static_cast<char>('0' + number % 10);
    while ((number /= 10) != 0);
    append(first);
  };
  append("replay: error: crashed (");
  append(name_of_signal(signal, space));
  append(")");
  if (last_call_page().calls.last(last)) {
    append(" in call ");
    append_number(last.call);
  }
  append(blame(watch.culprit));
  append("\n");
  if (::write(2, line, size) < 0) return;
}

[[noreturn]] void end(int signal) {
  const int wish = watch.wish;
  if (watch.supervised || (is_wish(signal) && wish == SIGINT)) die_of(is_wish(signal) && wish != 0 ? wish : signal);
  if (!watch.executed && !is_wish(signal)) say_crashed(signal);
  ::_exit(watch.code);
}

// `info` is null for a request to end.
void end_by(int signal, const siginfo_t* info, const void* context) {
  const pid_t self = this_thread();
  int nobody = 0;
  if (!watch.ending.compare_exchange_strong(nobody, signal)) {
    // Another thread handles a signal already. The thread of the first signal gets here only when the handler itself
    // crashes.
    if (self != watch.will_thread && self != watch.first) stand_still();
    end(watch.ending);
  }
  watch.first = self;
  if (info != nullptr) {
    restore_standard_streams();  // what is said of the crash must not go where a library has led them
    watch.culprit = find_culprit(*info, context, is_own_thread);
    last_call_page().culprit = watch.culprit.load();
  }
  if (watch.has_will) {
    if (self != watch.issuing_thread) ::syscall(SYS_tgkill, ::getpid(), watch.issuing_thread.load(), kStandStill);
    signal_event(watch.wake);
    pollfd done = {watch.done, POLLIN, 0};
    const int most = is_wish(signal) ? kAfterWish : kAfterCrash;
    while (::poll(&done, 1, most) < 0 && errno == EINTR) {
    }
  }
  end(signal);
}

void on_crash(int signal, siginfo_t* info, void* context) { end_by(signal, info, context); }

void on_alarm(int signal, siginfo_t*, void*) { end_by(signal, nullptr, nullptr); }

void on_wish(int signal, siginfo_t*, void*) {
  if (int none = 0; watch.wish.compare_exchange_strong(none, signal)) ::alarm(1);
}

std::atomic<pid_t> obedient_child{0};
std::atomic<time_t> first_wish{0};

time_t now() {
  timespec time{};
  ::clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec;
}

// Programs that end others send two signals in a row: to the process, then to its group.
void on_wish_of_parent(int signal, siginfo_t*, void*) {
  if (int none = 0; watch.wish.compare_exchange_strong(none, signal)) {
    first_wish = now();
    ::kill(-obedient_child, SIGTERM);
  } else if (now() > first_wish + 1) {
    ::kill(-obedient_child, SIGKILL);
  }
}

void handle(int signal, void (*handler)(int, siginfo_t*, void*)) {
  struct sigaction action {};
  action.sa_sigaction = handler;
  action.sa_flags = SA_ONSTACK | SA_NODEFER | SA_RESTART | SA_SIGINFO;
  sigemptyset(&action.sa_mask);
  ::sigaction(signal, &action, nullptr);
}

// A stack for the handlers of this thread, because the fault may be an overflow of the usual stack.
class FaultStack {
 public:
  FaultStack() { set(0); }
  ~FaultStack() { set(SS_DISABLE); }
  FaultStack(const FaultStack&) = delete;
  FaultStack& operator=(const FaultStack&) = delete;

 private:
  void set(int flags) const {
    stack_t alternative{};
    alternative.ss_sp = memory_.get();
    alternative.ss_size = kSize;
    alternative.ss_flags = flags;
    ::sigaltstack(&alternative, nullptr);
  }

  static constexpr std::size_t kSize = 64 << 10;
  std::unique_ptr<char[]> memory_ = std::make_unique<char[]>(kSize);
};

// Runs at exit(). The driver may call that, though libraries should not.
void on_exit() {
  if (!watch.has_will || this_thread() == watch.will_thread) return;
  watch.exited = true;
  signal_event(watch.wake);
  pollfd done = {watch.done, POLLIN, 0};
  while (::poll(&done, 1, kAfterCrash) < 0 && errno == EINTR) {
  }
  ::_exit(watch.supervised ? kEndedByDriver : static_cast<int>(kCannotJudge));
}

}  // namespace

const char* name_of_signal(int signal, char (&space)[32]) {
  const char* name = ::sigabbrev_np(signal);
  std::memcpy(space, "SIG", 3);
  std::size_t size = 3;
  for (name = name != nullptr ? name : "?"; *name != '\0' && size < sizeof space - 1;) space[size++] = *name++;
  space[size] = '\0';
  return space;
}

[[noreturn]] void die_of(int signal) {
  ::signal(signal, SIG_DFL);
  ::raise(signal);
  ::_exit(kCannotJudge);
}

void pass_wishes_on(pid_t child) {
  obedient_child = child;
  for (const int signal : kWishes) handle(signal, on_wish_of_parent);
}

void note_wishes() {
  const auto note = [](int signal, siginfo_t*, void*) {
    if (int none = 0; watch.wish.compare_exchange_strong(none, signal)) first_wish = now();
    else if (now() > first_wish + 1) die_of(signal);
  };
  for (const int signal : kWishes) handle(signal, note);
}

int asked_to_end() { return watch.wish; }

void watch_for_crashes() {
  watch.supervised = is_supervised();
  (void)last_call_page();                                // this maps the page before anything can go wrong
  if (loaders::kSanitized && !watch.supervised) return;  // the sanitizer reports more about a crash
  remember_own_objects();
  static const FaultStack stack;
  for (const int signal : kCrashes) handle(signal, on_crash);
  last_call_page().watches = true;
}

void prepare_own_thread(const char* name) {
  is_own_thread = true;
  ::pthread_setname_np(::pthread_self(), name);
  thread_local const FaultStack stack;
  sigset_t wishes;
  sigemptyset(&wishes);
  for (const int signal : kWishes) sigaddset(&wishes, signal);
  sigaddset(&wishes, SIGALRM);
  ::pthread_sigmask(SIG_BLOCK, &wishes, nullptr);
}

namespace {

std::thread will_thread;

void wait_and_execute(const std::function<int(const Ending&)>& execute) {
  prepare_own_thread("last-will");
  watch.will_thread = this_thread();
  std::uint64_t events = 0;
  while (::read(watch.wake, &events, sizeof events) < 0 && errno == EINTR) {
  }
  if (watch.dismissed) return;
  const int signal = watch.ending;
  const bool crash = watch.exited || !is_wish(signal);
  watch.code = execute({.signal = crash ? signal : watch.wish.load(), .crash = crash, .culprit = watch.culprit});
  watch.executed = true;
  signal_event(watch.done);
  stand_still();
}

}  // namespace

LastWill::LastWill(std::function<int(const Ending&)> execute) {
  [[maybe_unused]] static const int at_exit = std::atexit(on_exit);
  watch.wake = ::eventfd(0, EFD_CLOEXEC);
  watch.done = ::eventfd(0, EFD_CLOEXEC);
  watch.issuing_thread = this_thread();
  watch.dismissed = false;
  will_thread = std::thread([execute = std::move(execute)] { wait_and_execute(execute); });
  watch.has_will = true;
  handle(kStandStill, [](int, siginfo_t*, void*) { stand_still(); });
  handle(SIGALRM, on_alarm);
  for (const int signal : kWishes) handle(signal, on_wish);
}

LastWill::~LastWill() {
  for (const int signal : kWishes) ::signal(signal, SIG_DFL);
  ::alarm(0);
  watch.has_will = false;
  watch.dismissed = true;
  signal_event(watch.wake);
  will_thread.join();
  ::close(watch.wake);
  ::close(watch.done);
}

}  // namespace replay
