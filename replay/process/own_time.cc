#include "replay/process/own_time.h"

#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <optional>

#include "replay/process/culprit.h"

namespace replay {
namespace {

constexpr long kNanosecondsBetween = 250'000;

std::atomic<std::uint64_t> own_samples = 0, all_samples = 0;
std::optional<timer_t> timer;

void take_sample(int, siginfo_t*, void* context) {
  const int error = errno;
  const auto is_own = is_in_own_code(context);
  if (is_own) {
    all_samples.fetch_add(1, std::memory_order_relaxed);
    if (*is_own) own_samples.fetch_add(1, std::memory_order_relaxed);
  }
  errno = error;
}

}  // namespace

void begin_sampling() {
  struct sigaction action {};
  action.sa_sigaction = take_sample;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  if (timer || ::sigaction(SIGPROF, &action, nullptr) != 0) return;
  sigevent event{};
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = SIGPROF;
  event._sigev_un._tid = ::gettid();
  timer_t made{};
  if (::timer_create(CLOCK_MONOTONIC, &event, &made) != 0) return;
  timer = made;
  const timespec between{.tv_sec = 0, .tv_nsec = kNanosecondsBetween};
  const itimerspec when{.it_interval = between, .it_value = between};
  ::timer_settime(*timer, 0, &when, nullptr);
}

OwnTime end_sampling() {
  if (timer) ::timer_delete(*timer);
  timer.reset();
  return {.own = own_samples, .all = all_samples};
}

}  // namespace replay
