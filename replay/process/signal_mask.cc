// Faults cannot be masked.
//
// Drivers start their threads with all signals blocked, so that the signals for the program arrive in other threads. If
// a thread faults while that fault is blocked, the kernel ends the process before anything can report the call. Shaders
// run in these threads. So this program has its own pthread_sigmask(), which libraries use too instead of that of the C
// library. It never blocks faults.
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>

namespace {

// The mask as the kernel keeps it: one bit for each signal, from the lowest bit.
using Mask = std::uint64_t;

constexpr Mask bit_of(int signal) { return Mask{1} << (signal - 1); }

// The two signals that the C library uses between its threads are never blocked either, as in its own function.
constexpr Mask kNeverBlocked = bit_of(SIGSEGV) | bit_of(SIGBUS) | bit_of(SIGILL) | bit_of(SIGFPE) | bit_of(SIGABRT) |
                               bit_of(SIGSYS) | bit_of(32) | bit_of(33);

}  // namespace

extern "C" __attribute__((visibility("default"))) int pthread_sigmask(int how, const sigset_t* wanted,
                                                                      sigset_t* before) noexcept {
  Mask mask = 0, old = 0;
  if (wanted != nullptr) __builtin_memcpy(&mask, wanted, sizeof mask);
  if (how != SIG_UNBLOCK) mask &= ~kNeverBlocked;
  if (syscall(SYS_rt_sigprocmask, how, wanted != nullptr ? &mask : nullptr, &old, sizeof mask) != 0) return errno;
  if (before != nullptr) {
    sigemptyset(before);
    __builtin_memcpy(before, &old, sizeof old);
  }
  return 0;
}
