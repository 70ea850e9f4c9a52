// LastCallPage: how far a replay came, also when it could not report that itself.
//
// Each frame and each call are noted in a page of memory, which a child process shares with its parent.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "replay/process/call_ring.h"
#include "replay/process/culprit.h"

namespace replay {

struct LastCallPage {
  enum Phase : std::uint32_t { kStarting, kReplaying, kEnding };
  std::atomic<std::uint32_t> phase;
  std::atomic<std::uint64_t> frame;           // the one being replayed
  std::atomic<bool> watches;                  // the process has come so far that it can say who is to blame for a crash
  std::atomic<Culprit> culprit;               // who is to blame for the crash that ends the process
  std::atomic<bool> has_code;                 // the process came to its end, and its exit code is its own
  std::atomic<bool> lost_output, lost_error;  // something closed or replaced standard output, standard error
  CallRing calls;
};

// Returns the page of this process. It is shared with the parent where the parent is a replay that reads it.
LastCallPage& last_call_page();

// "in call 1234 glDrawArrays, frame 5", "in frame 5", "before the first call".
std::string describe(const LastCallPage& page);
// Returns "1232 glClear, 1233 glUseProgram": the calls before the last one. Empty when there are none, or when the
// replay has ended.
std::string calls_before(const LastCallPage& page);

// The environment variable that gives a child the descriptor of its page. It also says for which arguments it is meant,
// because programs that the child starts inherit the variable.
constexpr const char* kLastCallVariable = "REPLAY_LAST_CALL_FD";
// Returns the value of the variable for a child with `words`: program and arguments, after any command that runs the
// program.
std::string last_call_variable(int descriptor, const std::vector<std::string>& words);

// Returns the path of this program, for starting it again.
std::string own_program();

// Returns whether this process is a child that a replay started and watches.
bool is_supervised();

}  // namespace replay
