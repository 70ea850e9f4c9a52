#include "replay/corpus/schedule.h"

#include <algorithm>
#include <utility>

namespace replay {

Schedule::Schedule(std::vector<const TraceEntry*> entries, Memory capacity)
    : waiting_(std::move(entries)),
      free_(capacity) {}

bool Schedule::has_room(const TraceEntry& entry) const {
  return !one_runs_alone_ && (running_ == 0 || !entry.runs_alone) && entry.needs.fits(free_);
}

const TraceEntry* Schedule::take() {
  std::unique_lock lock(mutex_);
  for (;;) {
    if (waiting_.empty()) return nullptr;
    const auto next =
        std::find_if(waiting_.begin(), waiting_.end(), [&](const TraceEntry* entry) { return has_room(*entry); });
    if (next == waiting_.end()) {
      given_back_.wait(lock);
      continue;
    }
    const TraceEntry* entry = *next;
    waiting_.erase(next);
    ++running_;
    one_runs_alone_ = entry->runs_alone;
    free_.vram -= entry->needs.vram;
    free_.sysmem -= entry->needs.sysmem;
    return entry;
  }
}

void Schedule::give_back(const TraceEntry& entry) {
  {
    const std::lock_guard lock(mutex_);
    --running_;
    one_runs_alone_ = false;
    free_.vram += entry.needs.vram;
    free_.sysmem += entry.needs.sysmem;
  }
  given_back_.notify_all();
}

void Schedule::stop() {
  {
    const std::lock_guard lock(mutex_);
    waiting_.clear();
  }
  given_back_.notify_all();
}

}  // namespace replay
