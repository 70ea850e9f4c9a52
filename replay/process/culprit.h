// Culprit: who is to blame that a process ended.
//
// A crash is a verdict on the driver only when the driver crashed. It did when its code, or code that it made at run
// time, is on the stack of the thread that met the fault, and when that thread is not one of ours. Where only our own
// code and the libraries that we brought along are on the stack, the bug is ours. A signal that another process sent is
// nobody's crash, and neither is what happens to a driver that got no memory because of a limit that was set.
#pragma once

#include <csignal>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace replay {

enum class Culprit : std::uint32_t {
  kDriver,       // also where nothing says otherwise
  kReplay,       // a bug of ours
  kOutside,      // another process, or the kernel because the system ran out of memory
  kMemoryLimit,  // --memory-limit, or that of the sandbox
  kOtherDriver,  // one that is not the required one
};

// To be called once at the start, before a driver is loaded: libraries that are loaded by then are ours.
void remember_own_objects();
// The library that `code` lies in is ours as well.
void count_as_ours(const void* code);

// The paths of the shared libraries that are not ours: what a driver consists of, sorted.
std::vector<std::string> foreign_libraries();

// To be called by the handler of a crash, on the thread with the fault, before anything changes its errno. It takes no
// locks except the recursive one of the dynamic linker, and allocates nothing.
Culprit find_culprit(const siginfo_t& info, const void* context, bool own_thread) noexcept;

// For the handler of a signal, whose third argument is `context`: whether the interrupted thread was in code of this
// program, and not in the driver. Libraries that are ours act for whoever called them. Nothing where the processor is
// unknown. It is as careful as find_culprit().
std::optional<bool> is_in_own_code(const void* context) noexcept;

// Returns who is to blame that `signal` ended a child. A signal that is no crash came from outside; otherwise it is
// what the child has found out itself (`told`).
Culprit culprit_of_signal(int signal, Culprit told);

// Returns ": this is a bug of replay ...", to be put after a sentence; empty for the driver.
const char* blame(Culprit culprit);
// Returns "driver" or "replay", for example, for scripts.
const char* to_word(Culprit culprit);

}  // namespace replay
