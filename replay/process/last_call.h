// LastCallPage: how far a replay came, also when it never came back to say so.
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
  std::atomic<std::uint64_t> frame;  // the one being replayed
  std::atomic<bool> watches;         // the process runs so far that it could say whose its crash is
  std::atomic<Culprit> culprit;      // of the crash that ends the process
  CallRing calls;
};

// Of this process: the one shared with the parent, where it has one that looks at it.
LastCallPage& last_call_page();

// "in call 1234 glDrawArrays, frame 5", "in frame 5", "before the first call".
std::string describe(const LastCallPage& page);
// "1232 glClear, 1233 glUseProgram": what was issued before the last one. Empty when nothing was, or all is over.
std::string calls_before(const LastCallPage& page);

// The environment variable that tells a child the descriptor of its page, and for which arguments: what the child starts itself
// inherits the variable and is not meant.
constexpr const char* kLastCallVariable = "REPLAY_LAST_CALL_FD";
// Its value for a child with `words`: program and arguments, after whatever command runs the program.
std::string last_call_variable(int descriptor, const std::vector<std::string>& words);

// This program, for running it again.
std::string own_program();

// Whether this process is such a child.
bool is_supervised();

}  // namespace replay
