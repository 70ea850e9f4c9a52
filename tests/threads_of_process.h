// The threads of this process, and which of them take its signals.
#pragma once

#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <iterator>
#include <thread>

namespace tests {

inline std::ptrdiff_t threads_of_this_process() {
  const std::filesystem::directory_iterator tasks("/proc/self/task");
  return std::distance(begin(tasks), end(tasks));
}

// Sends a signal to this process while this thread blocks it. The system gives it to any thread that does not. Returns
// whether the handler of the program ran on this thread alone, when it blocked the signal no longer.
inline bool only_this_thread_takes_signals() {
  static std::atomic<int> times_handled = 0;
  static std::atomic<pthread_t> handled_by{};
  times_handled = 0;
  const auto old_handler = std::signal(SIGUSR1, [](int) {
    handled_by = ::pthread_self();
    ++times_handled;
  });
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGUSR1);
  ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  ::kill(::getpid(), SIGUSR1);
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  const bool was_taken_by_another = times_handled != 0;
  ::pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  std::signal(SIGUSR1, old_handler);
  return !was_taken_by_another && times_handled == 1 && ::pthread_equal(handled_by, ::pthread_self()) != 0;
}

}  // namespace tests
