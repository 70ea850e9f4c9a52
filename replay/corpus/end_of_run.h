// EndOfRun: whether a run is to end before all of its traces have been replayed, and why.
#pragma once

#include <chrono>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

namespace replay {

// A run ends early when a signal asks for it (note_wishes() has to be called first), or when its time is over. A thread
// looks for both.
class EndOfRun {
 public:
  explicit EndOfRun(std::optional<double> seconds);  // nothing: the run has all the time that it needs

  std::stop_token token() const { return source_.get_token(); }  // stops when the run is to end
  std::string reason() const;                                    // a sentence without a full stop; empty: go on

 private:
  std::optional<std::string> look() const;
  void watch(const std::stop_token& enough);

  const std::optional<std::chrono::steady_clock::time_point> deadline_;
  const double seconds_;
  std::stop_source source_;
  mutable std::mutex mutex_;
  std::string reason_;
  std::jthread watcher_;  // the last member, because it uses the others
};

}  // namespace replay
