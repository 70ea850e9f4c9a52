// Signals: a process that a signal ends still says what it has done.
//
//   SEGV, BUS, ILL, FPE, ABRT, SYS, XCPU   a crash: of the driver, most of the time
//   TERM, INT, HUP                         a wish that the process should end
//
// After a crash nothing can be done where it happened: locks may be held, memory may be torn. The handler only stops the threads
// that matter and wakes one that has been waiting for this, the last will's. That one lets pictures be written and prints the
// summary, and then the process ends: a child as the signal wants it, so that its parent sees it; any other with an exit code,
// because there are only four of them.
//
// A wish is first left to the replay, which looks at asked_to_end() after each frame; when it has not ended a second later, it is
// treated as a crash is.
#pragma once

#include <sys/types.h>

#include <functional>

#include "replay/process/culprit.h"

namespace replay {

// To be called once, at the start of the program. Without a last will a crash is a line on standard error, and 125.
void watch_for_crashes();

// Whether a wish has come: its signal, else 0.
int asked_to_end();

// To be called at the start of each thread of ours that is not the one that issues calls: what goes wrong in it is our fault, not
// the driver's, and wishes are not for it. Debuggers show `name`, of at most 15 characters.
void prepare_own_thread(const char* name);

// "SIGSEGV".
const char* name_of_signal(int signal, char (&space)[32]);

struct Ending {
  int signal = 0;              // none: the driver called exit()
  bool crash = false;          // else a wish
  Culprit culprit = Culprit::kDriver;  // of a crash
};

// At most one at a time, made by the thread that issues calls. From then on wishes are granted.
class LastWill {
 public:
  // `execute` runs on a thread of its own, while the thread that issues calls stands still for good; it returns the exit code. It
  // may read what that thread has made, and must not call GL.
  explicit LastWill(std::function<int(const Ending&)> execute);
  ~LastWill();
  LastWill(const LastWill&) = delete;
  LastWill& operator=(const LastWill&) = delete;
};

// For a parent that only waits: a wish is passed on to this child and what it has started, as SIGTERM; one that comes later kills.
void pass_wishes_on(pid_t child);

// Ends the process by `signal`, as if nobody had handled it.
[[noreturn]] void die_of(int signal);

}  // namespace replay
