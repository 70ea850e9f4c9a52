// Schedule: which trace of a manifest a job replays next, so that the traces that run together have room.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <vector>

#include "replay/corpus/manifest.h"

namespace replay {

// Jobs take traces in the order of the manifest. A trace waits as long as the memory that it declares does not fit
// beside what runs, or as long as it, or what runs, must run alone; traces behind it may start before it then. As every
// trace runs once, each gets its turn. Safe to use from several threads.
class Schedule {
 public:
  // Precondition: what each entry needs fits into `capacity`.
  Schedule(std::vector<const TraceEntry*> entries, Memory capacity);

  // Waits until there is an entry that may run now. Null: none is left. Each entry is to be given back.
  const TraceEntry* take();
  void give_back(const TraceEntry& entry);
  void stop();  // take() gives nothing any more

 private:
  bool has_room(const TraceEntry& entry) const;

  std::mutex mutex_;
  std::condition_variable given_back_;
  std::vector<const TraceEntry*> waiting_;
  Memory free_;
  std::size_t running_ = 0;
  bool one_runs_alone_ = false;
};

}  // namespace replay
