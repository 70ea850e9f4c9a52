// BatchQueue: batches on their way from the decoding thread to the GL thread, and empty ones on their way back. Bounded, so a
// fast decoder cannot run away with memory; recycled, so neither side allocates in the steady state.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "replay/player/size_lookahead.h"

namespace replay {

class BatchQueue {
 public:
  static constexpr std::size_t kCapacity = 8;

  // An empty batch to fill, recycled where possible.
  std::unique_ptr<loaders::Batch> take_empty();
  void give_back(std::unique_ptr<loaders::Batch> batch);

  // Waits for room. False once the consumer has closed the queue: nobody will read on.
  bool push(PlannedBatch batch);
  // Waits for a batch. Nothing once the producer has finished and all have been taken.
  std::optional<PlannedBatch> pop();

  void finish();  // by the producer
  void close();   // by the consumer

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<PlannedBatch> full_;
  std::vector<std::unique_ptr<loaders::Batch>> empty_;
  bool finished_ = false, closed_ = false;
};

}  // namespace replay
