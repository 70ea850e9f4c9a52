// Faults cannot be masked.
//
// Drivers start their threads with all signals blocked, so that the program's own arrive elsewhere. A thread that faults with
// its fault blocked is ended by the kernel, and the process with it, before anybody can say which call it was: and it is in
// these threads that shaders run. So this program's pthread_sigmask() stands before the C library's, for libraries too, and
// leaves the faults out of what is blocked.
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>

namespace {

// As the kernel keeps it: one bit a signal, from the lowest.
using Mask = std::uint64_t;

constexpr Mask bit_of(int signal) { return Mask{1} << (signal - 1); }

// And the two that the C library uses between its threads, which its own function keeps open as well.
constexpr Mask kNeverBlocked =
    bit_of(SIGSEGV) | bit_of(SIGBUS) | bit_of(SIGILL) | bit_of(SIGFPE) | bit_of(SIGABRT) | bit_of(SIGSYS) | bit_of(32) | bit_of(33);

}  // namespace

extern "C" __attribute__((visibility("default"))) int pthread_sigmask(int how, const sigset_t* wanted, sigset_t* before) noexcept {
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
