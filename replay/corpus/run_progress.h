// RunProgress: says on the terminal how many traces of a run are done, which run, and how much time is left.
#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "replay/corpus/expected_times.h"
#include "replay/corpus/manifest.h"

namespace replay {

// "57 of 300 traces done, 3 min left; level1.trace (12 s), cubes.trace (1 s)". `part`: how much of the work is done.
std::string run_progress_text(std::size_t done, std::size_t total, double part, double seconds,
                              const std::vector<std::pair<std::string, double>>& running);

// Safe to use from several threads. Does nothing when nobody sees it (replay/base/progress_line.h).
class RunProgress {
 public:
  // `entries` are all that are to be run; `expected` has to outlive this object.
  RunProgress(const std::vector<const TraceEntry*>& entries, const ExpectedTimes& expected);
  ~RunProgress();  // removes the line
  RunProgress(const RunProgress&) = delete;
  RunProgress& operator=(const RunProgress&) = delete;

  void begin(const TraceEntry& entry);
  void end(const TraceEntry& entry, bool is_done);  // not done: it is to be run again
  // While the lock is held no line is shown, so that what is printed does not mix with one.
  [[nodiscard]] std::unique_lock<std::mutex> hold() const { return std::unique_lock(mutex_); }

 private:
  using Clock = std::chrono::steady_clock;
  void show() const;  // the lock is held
  void tick(const std::stop_token& enough);

  const ExpectedTimes& expected_;
  const std::size_t total_;
  const bool is_shown_;
  const Clock::time_point begin_ = Clock::now();
  double all_ = 0, done_time_ = 0;  // as expected
  std::size_t done_ = 0;
  std::vector<std::pair<const TraceEntry*, Clock::time_point>> running_;
  mutable std::mutex mutex_;
  std::optional<std::jthread> ticker_;  // the last member, because it uses the others
};

}  // namespace replay
