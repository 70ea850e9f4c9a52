#include "replay/shrink/judge_pool.h"

#include <algorithm>
#include <utility>

#include "replay/process/signals.h"

namespace replay {

JudgePool::JudgePool(std::vector<Judge> judges)
    : judges_(std::move(judges)),
      waiting_(judges_.size()),
      judged_(judges_.size()) {
  for (std::size_t i = 0; i < judges_.size(); ++i) threads_.emplace_back([this, i] { work(i); });
}

JudgePool::~JudgePool() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

std::vector<Judged> JudgePool::judge(const std::vector<const Candidate*>& candidates, const SeenPictures* seen) {
  std::unique_lock lock(mutex_);
  seen_ = seen;
  std::ranges::copy(candidates, waiting_.begin());
  changed_.notify_all();
  changed_.wait(lock, [&] { return std::ranges::count(waiting_, nullptr) == std::ssize(waiting_); });
  if (problem_) std::rethrow_exception(std::exchange(problem_, nullptr));
  return {judged_.begin(), judged_.begin() + std::ssize(candidates)};
}

void JudgePool::work(std::size_t worker) {
  prepare_own_thread("judge");
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return ends_ || waiting_[worker] != nullptr; });
    if (ends_) return;
    const Candidate& candidate = *waiting_[worker];
    const SeenPictures* seen = seen_;
    lock.unlock();
    Judged judged;
    std::exception_ptr problem;
    try {
      judged = judges_[worker](candidate, seen);
    } catch (...) {
      problem = std::current_exception();
    }
    lock.lock();
    judged_[worker] = judged;
    if (problem) problem_ = problem;
    waiting_[worker] = nullptr;
    changed_.notify_all();
  }
}

}  // namespace replay
