#include "replay/player/batch_queue.h"

#include <utility>

namespace replay {

std::unique_ptr<loaders::Batch> BatchQueue::take_empty() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return closed_ || bytes_ < kMaxBytes; });
  if (empty_.empty()) return std::make_unique<loaders::Batch>();
  auto batch = std::move(empty_.back());
  empty_.pop_back();
  return batch;
}

void BatchQueue::give_back(PlannedBatch planned) {
  planned.batch->clear();  // done now and without the lock: it may free a large input buffer
  const std::lock_guard lock(mutex_);
  const bool was_over = bytes_ >= kMaxBytes;
  bytes_ -= planned.bytes;
  if (was_over && bytes_ < kMaxBytes) changed_.notify_one();
  if (empty_.size() < kMaxEmpty) empty_.push_back(std::move(planned.batch));
}

bool BatchQueue::has_room() const {
  return full_.empty() || (full_.size() < kCapacity && waiting_bytes_ < kMaxWaitingBytes);
}

bool BatchQueue::push(PlannedBatch batch) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return closed_ || has_room(); });
  if (closed_) return false;
  batch.bytes = batch.batch->bytes();
  bytes_ += batch.bytes;
  waiting_bytes_ += batch.bytes;
  full_.push_back(std::move(batch));
  if (full_.size() == 1) changed_.notify_one();
  return true;
}

std::optional<PlannedBatch> BatchQueue::pop() {
  if (taken_.empty()) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return finished_ || !full_.empty(); });
    if (full_.empty()) return std::nullopt;
    std::swap(taken_, full_);
    waiting_bytes_ = 0;
    changed_.notify_one();
  }
  PlannedBatch batch = std::move(taken_.front());
  taken_.pop_front();
  return batch;
}

void BatchQueue::finish() {
  const std::lock_guard lock(mutex_);
  finished_ = true;
  changed_.notify_all();
}

void BatchQueue::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  changed_.notify_all();
}

}  // namespace replay
