// LastCall: how far a replay in a child process came, also when it never came back to say so.
//
// Parent and child share one page of memory. The child writes each frame into it; when it is about to die - a signal of its
// own making, or SIGTERM from a parent that has waited long enough - a signal handler adds the call that was being issued.
// A child that is killed outright (SIGKILL, out of memory) leaves the frame.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "replay/observe/observer.h"

namespace replay {

struct LastCallPage {
  enum Phase : std::uint32_t { kStarting, kReplaying, kEnding };
  std::atomic<std::uint32_t> phase;
  std::atomic<std::uint32_t> has_call;
  std::atomic<std::uint64_t> call;
  std::atomic<std::uint32_t> function;  // glbindings::FunctionId
  std::atomic<std::uint64_t> frame;     // the one being replayed
};

// A copy that outlives both processes: "in call 1234 glDrawArrays, frame 5", "in frame 5", "before the first call".
std::string describe(const LastCallPage& page);

// The environment variable that tells a child the descriptor of its page, and for which arguments: what the child starts itself
// inherits the variable and is not meant.
constexpr const char* kLastCallVariable = "REPLAY_LAST_CALL_FD";
// Its value for a child with `words`: program and arguments, after whatever command runs the program.
std::string last_call_variable(int descriptor, const std::vector<std::string>& words);

// This program, for running it again.
std::string own_program();

// Whether this process is such a child.
bool is_supervised();

// In the child: maps the page and installs the signal handlers, then follows a replay. Does nothing in other processes. At
// most one at a time, because signal handlers need a global.
class LastCallReporter : public Observer {
 public:
  explicit LastCallReporter(const Dispatcher& dispatcher);
  ~LastCallReporter() override;
  LastCallReporter(const LastCallReporter&) = delete;
  LastCallReporter& operator=(const LastCallReporter&) = delete;

  void frame_shown(Dispatcher&, std::uint64_t frame) override;
  void finished(Dispatcher&) override;
};

}  // namespace replay
