#include "replay/corpus/schedule.h"

#include <algorithm>
#include <utility>

namespace replay {
namespace {

Memory sum(const Memory& a, const Memory& b) { return {.vram = a.vram + b.vram, .sysmem = a.sysmem + b.sysmem}; }
Memory without(const Memory& all, const Memory& part) {
  return {.vram = all.vram - part.vram, .sysmem = all.sysmem - part.sysmem};
}

double seconds_between(std::chrono::steady_clock::time_point begin, std::chrono::steady_clock::time_point end) {
  return std::chrono::duration<double>(end - begin).count();
}

}  // namespace

Schedule::Schedule(std::vector<const TraceEntry*> entries, Memory capacity, std::set<const TraceEntry*> absent)
    : capacity_(capacity),
      absent_(std::move(absent)),
      free_(capacity) {
  for (const TraceEntry* entry : entries) waiting_.push_back({entry, std::nullopt});
}

bool Schedule::has_room(const TraceEntry& entry) const {
  return !one_runs_alone_ && (running_.empty() || !entry.runs_alone) && entry.needs.fits(free_);
}

// Whether the first one that waits for memory has room when all that ran when it began to wait has ended, even if this
// one is started now.
bool Schedule::leaves_room(const TraceEntry& entry) const {
  if (first_ == nullptr || first_ == &entry) return true;
  Memory beside = sum(first_->needs, entry.needs);
  for (const Running& running : running_) {
    if (running.number >= first_since_) beside = sum(beside, running.entry->needs);
  }
  return beside.fits(capacity_);
}

Turn Schedule::start(std::vector<Waiting>& list, std::size_t index, bool is_again) {
  const Waiting chosen = list[index];
  const TraceEntry& entry = *chosen.entry;
  list.erase(list.begin() + static_cast<std::ptrdiff_t>(index));
  running_.push_back({&entry, started_++});
  one_runs_alone_ = entry.runs_alone || is_again;
  free_ = without(free_, entry.needs);
  if (first_ == &entry) first_ = nullptr;
  return {
      .entry = &entry, .is_again = is_again, .waited = chosen.since ? seconds_between(*chosen.since, Clock::now()) : 0};
}

std::optional<Turn> Schedule::find() {
  for (std::size_t i = 0; i < waiting_.size(); ++i) {
    const TraceEntry& entry = *waiting_[i].entry;
    if (absent_.contains(&entry)) continue;
    if (has_room(entry) && leaves_room(entry)) return start(waiting_, i, false);
    if (!waiting_[i].since) waiting_[i].since = Clock::now();
    // One that runs alone comes when nothing else is left, or runs by chance. Room for it would be room for nobody.
    if (first_ == nullptr && !entry.runs_alone) {
      first_ = &entry;
      first_since_ = started_;
    }
  }
  if (waiting_.empty() && running_.empty() && !again_.empty()) return start(again_, 0, true);
  return std::nullopt;
}

std::optional<Turn> Schedule::take() {
  std::unique_lock lock(mutex_);
  const Clock::time_point begin = Clock::now();
  for (;;) {
    std::optional<Turn> turn = find();
    if (turn || (waiting_.empty() && again_.empty())) {
      if (turn) waited_ += seconds_between(begin, Clock::now());
      return turn;
    }
    changed_.wait(lock);
  }
}

void Schedule::end(const TraceEntry& entry) {
  std::erase_if(running_, [&](const Running& running) { return running.entry == &entry; });
  one_runs_alone_ = false;
  free_ = sum(free_, entry.needs);
}

void Schedule::give_back(const Turn& turn) {
  {
    const std::lock_guard lock(mutex_);
    end(*turn.entry);
  }
  changed_.notify_all();
}

void Schedule::put_back(const Turn& turn) {
  {
    const std::lock_guard lock(mutex_);
    end(*turn.entry);
    if (!is_stopped_) again_.push_back({turn.entry, std::nullopt});
  }
  changed_.notify_all();
}

void Schedule::arrived(const TraceEntry& entry) {
  {
    const std::lock_guard lock(mutex_);
    absent_.erase(&entry);
  }
  changed_.notify_all();
}

void Schedule::stop() {
  {
    const std::lock_guard lock(mutex_);
    is_stopped_ = true;
    waiting_.clear();
    again_.clear();
  }
  changed_.notify_all();
}

double Schedule::waited() const {
  const std::lock_guard lock(mutex_);
  return waited_;
}

}  // namespace replay
