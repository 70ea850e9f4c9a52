// JudgePool: the judges of an oracle, each on a thread that lives as long as the pool. A process that a judge starts
// ends with the thread that started it, so the threads are not made anew for each candidate.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "replay/shrink/oracle.h"

namespace replay {

class JudgePool {
 public:
  explicit JudgePool(std::vector<Judge> judges);
  ~JudgePool();
  JudgePool(const JudgePool&) = delete;
  JudgePool& operator=(const JudgePool&) = delete;

  std::size_t size() const { return judges_.size(); }

  // Judges all of these at once, with `seen` as Judge takes it. Throws what a judge threw. Precondition: there are at
  // most size() candidates, and a single one where `seen` is null.
  std::vector<Judged> judge(const std::vector<const Candidate*>& candidates, const SeenPictures* seen);

 private:
  void work(std::size_t worker);

  std::vector<Judge> judges_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<const Candidate*> waiting_;  // by worker; null: it has nothing to do
  const SeenPictures* seen_ = nullptr;     // for all that are judged now
  std::vector<Judged> judged_;             // by worker
  std::exception_ptr problem_;
  bool ends_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace replay
