// Schedule: which trace of a manifest a job replays next, so that the traces that run together have room.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <set>
#include <vector>

#include "replay/corpus/manifest.h"

namespace replay {

// Turn: a trace that a job is to replay now.
struct Turn {
  const TraceEntry* entry = nullptr;
  bool is_again = false;  // it was put back, and nothing else runs now
  double waited = 0;      // seconds in which a job was free for it, and it had to wait for room
};

// Jobs take traces in the order given. A trace waits as long as the memory that it declares does not fit beside what
// runs, or as long as it, or what runs, must run alone; traces behind it may start before it then. They may not make it
// wait for longer than what already runs does: once that has ended, it has room. Safe to use from several threads.
class Schedule {
 public:
  // Precondition: what each entry needs fits into `capacity`. Those that are `absent` cannot run before they arrive.
  Schedule(std::vector<const TraceEntry*> entries, Memory capacity, std::set<const TraceEntry*> absent = {});

  // Waits until there is an entry that may run now. Nothing: none is left. Each turn is to be given back, or put back.
  std::optional<Turn> take();
  void give_back(const Turn& turn);
  // Gives it back to be taken once more, alone, when nothing else waits or runs. To be called by a job that goes on to
  // take traces.
  void put_back(const Turn& turn);
  void arrived(const TraceEntry& entry);
  void stop();  // take() gives nothing any more

  // The seconds in which jobs had no trace because there was no room for any, or none was there, added up over all
  // jobs.
  double waited() const;

 private:
  using Clock = std::chrono::steady_clock;
  struct Waiting {
    const TraceEntry* entry;
    std::optional<Clock::time_point> since;  // when a job first passed it over for lack of room
  };
  struct Running {
    const TraceEntry* entry;
    std::uint64_t number;  // of all that were started
  };

  std::optional<Turn> find();
  Turn start(std::vector<Waiting>& list, std::size_t index, bool is_again);
  bool has_room(const TraceEntry& entry) const;
  bool leaves_room(const TraceEntry& entry) const;
  void end(const TraceEntry& entry);

  const Memory capacity_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Waiting> waiting_, again_;
  std::set<const TraceEntry*> absent_;
  std::vector<Running> running_;
  Memory free_;
  bool one_runs_alone_ = false, is_stopped_ = false;
  std::uint64_t started_ = 0;
  const TraceEntry* first_ = nullptr;  // the first one that waits for memory: room is kept for it
  std::uint64_t first_since_ = 0;      // how many had been started when it began to wait
  double waited_ = 0;
};

}  // namespace replay
