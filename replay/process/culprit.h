// Culprit: whose doing it is that a process ended.
//
// A crash is a verdict on the driver only when the driver crashed. It did when its code, or code that it made at run time, is on the
// stack of the thread that met the fault, and when that thread is none of ours. Where only our own code and the libraries that we
// brought along are on the stack, the bug is ours. A signal that another process sent is nobody's crash, and neither is what happens to
// a driver that got no memory because of a limit that was set.
#pragma once

#include <csignal>
#include <cstdint>
#include <string>
#include <vector>

namespace replay {

enum class Culprit : std::uint32_t {
  kDriver,       // also where nobody knows better
  kReplay,       // a bug of ours
  kOutside,      // another process, or the kernel because the system ran out of memory
  kMemoryLimit,  // --memory-limit, or that of the sandbox
  kOtherDriver,  // one that is not the required one
};

// To be called once at the start, before a driver is loaded: what is loaded until then is ours.
void remember_own_objects();
// The library that `code` lies in is ours as well.
void count_as_ours(const void* code);

// The paths of the shared libraries that are not ours: what a driver consists of, sorted.
std::vector<std::string> foreign_libraries();

// For the handler of a crash, on the thread that met it, before anything changes its errno. Takes no locks but the recursive one of
// the dynamic linker, and allocates nothing.
Culprit find_culprit(const siginfo_t& info, const void* context, bool own_thread) noexcept;

// Of a child that `signal` ended: what it said itself (`told`), and that a signal that is no crash came from outside.
Culprit culprit_of_signal(int signal, Culprit told);

// ": this is a bug of replay ...", behind a sentence; empty for the driver.
const char* blame(Culprit culprit);
// "driver", "replay", for scripts.
const char* to_word(Culprit culprit);

}  // namespace replay
