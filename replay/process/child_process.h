// ChildProcess: another run of this program, or of any, that may crash, hang or eat memory without harm to us.
//
// The child leads a process group of its own and dies with its parent. Safe to start from several threads at once.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "replay/process/last_call.h"
#include "replay/process/launch.h"

namespace replay {

struct ChildOptions {
  std::vector<std::string> words;                                  // program and arguments
  std::vector<std::pair<std::string, std::string>> environment{};  // in addition to that of this process
  bool capture = false;            // collect standard output and error; otherwise they are those of this process
  bool channel = false;            // connect descriptor kChannel of the child to channel()
  std::uint64_t memory_limit = 0;  // bytes of private memory; 0: none
};

// A command of this program, in the environment of a driver and connected by a channel.
ChildOptions own_command(const Launch& launch, const std::string& command, const std::vector<std::string>& arguments);

// Where PATH finds a program; nothing when it does not.
std::optional<std::string> find_program(const std::string& word);

struct ChildEnding {
  enum class How : std::uint8_t { kExited, kSignalled, kTimedOut } how = How::kExited;
  int code = 0;                        // kExited
  int signal = 0;                      // kSignalled
  Culprit culprit = Culprit::kDriver;  // kSignalled
  std::string where;                   // where the last call was: describe()
  std::string calls_before;            // the calls before the last one: calls_before()
  std::string out{}, err{};            // the last kMaxOutput bytes of each
  bool was_stopped = false;            // it was killed because `stop` of wait() asked for it
  bool is_own_code = true;             // kExited: it chose `code`; otherwise something in it ended it, as by _exit()
  std::string lost_streams;            // "standard error": what something in it has closed; empty: nothing
  std::vector<std::string> left;       // names of processes that it left running; they are killed (orphans.h)
  double seconds = 0;                  // until its end, or until it was asked to end
  std::uint64_t peak_memory = 0;       // bytes resident
};

// Returns whether the child crashed and the driver is to blame.
inline bool is_crash_of_driver(const ChildEnding& ending) {
  return ending.how == ChildEnding::How::kSignalled && ending.culprit == Culprit::kDriver;
}

// "crashed (SIGSEGV) in call 12 glDrawArrays, frame 0", "hung: ended after 5.0 s in ...", "ended with exit code 3".
std::string describe(const ChildEnding& ending);

class ChildProcess {
 public:
  static constexpr int kPage = 3, kChannel = 4;  // descriptors in the child
  static constexpr std::size_t kMaxOutput = std::size_t{1} << 20;

  // Throws CannotJudge when the program cannot be started.
  explicit ChildProcess(const ChildOptions& options);
  ~ChildProcess();  // ends a child that still runs
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  pid_t pid() const { return pid_; }  // also the number of its process group
  int channel() const { return channel_; }
  // Closes our end of the channel. A child that reads from it then finds the end of the stream.
  void close_channel();

  // Waits for the end of the child, and ends it after `timeout` seconds, counted from its start. A stop kills it at
  // once, and what it has started.
  ChildEnding wait(std::optional<double> timeout = std::nullopt, const std::stop_token& stop = {});

  double seconds() const;  // since the start

 private:
  struct Pipe {
    int read = -1, write = -1;
  };
  void start(const ChildOptions& options);
  bool poll_once(std::optional<double> left, std::string& out, std::string& err);
  bool has_ended() const;

  pid_t pid_ = -1;
  int pidfd_ = -1, channel_ = -1, page_fd_ = -1;
  int out_ = -1, err_ = -1;
  LastCallPage* page_ = nullptr;
  bool has_memory_limit_ = false;
  std::chrono::steady_clock::time_point begin_;
};

}  // namespace replay
