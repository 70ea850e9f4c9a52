// Signals: a process that a signal ends still reports what it has done.
//
//   SEGV, BUS, ILL, FPE, ABRT, SYS, XCPU   a crash, most often of the driver
//   TERM, INT, HUP                         a request that the process should end
//
// After a crash the thread with the fault can do nothing more: locks may be held, memory may be half written. The
// handler only stops the threads that matter and wakes the thread of the last will, which waits for this. That thread
// lets pictures be written and prints the summary, and then the process ends. A child ends by the signal, so that its
// parent sees it. Any other process ends with one of the four exit codes.
//
// After a request to end, the replay first has time to end by itself: it checks asked_to_end() after each frame. When
// it has not ended a second later, the request is treated as a crash is.
#pragma once

#include <sys/types.h>

#include <functional>

#include "replay/process/culprit.h"

namespace replay {

// To be called once, at the start of the program. Without a last will, a crash gives a line on standard error and exit
// code 125.
void watch_for_crashes();

// Returns the signal of a request to end, or 0 when there was none.
int asked_to_end();

// To be called at the start of each thread of ours except the one that issues calls. A fault in it is our bug, not the
// driver's, and it receives no requests to end. Debuggers show `name`, which has at most 15 characters.
void prepare_own_thread(const char* name);

// Returns "SIGSEGV", for example. `space` holds the text where the signal has no name.
const char* name_of_signal(int signal, char (&space)[32]);

struct Ending {
  int signal = 0;                      // 0: the driver called exit()
  bool crash = false;                  // otherwise it was a request to end
  Culprit culprit = Culprit::kDriver;  // who is to blame for a crash
};

// LastWill: writes the results when a signal ends the process. There is at most one at a time; the thread that issues
// calls makes it. From then on, requests to end are handled as described above.
class LastWill {
 public:
  // `execute` runs on a thread of its own, while the thread that issues calls is stopped forever. It returns the exit
  // code. It may read what the stopped thread has made, and must not call GL.
  explicit LastWill(std::function<int(const Ending&)> execute);
  ~LastWill();
  LastWill(const LastWill&) = delete;
  LastWill& operator=(const LastWill&) = delete;
};

// For a parent that only waits: passes a request to end on to this child, and to what it has started, as SIGTERM. A
// later one kills.
void pass_wishes_on(pid_t child);

// For a command that ends in its own time: after this, asked_to_end() tells of the first request, and nothing else
// happens. A request that comes a second later, or more, ends the process at once.
void note_wishes();

// Ends the process by `signal`, as if nobody had handled it.
[[noreturn]] void die_of(int signal);

}  // namespace replay
