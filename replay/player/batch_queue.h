// BatchQueue: batches on their way from the decoding thread to the GL thread, and empty ones on their way back. Bounded, so a
// fast decoder cannot run away with memory; recycled, so neither side allocates in the steady state.
//
// The consumer takes all that is there at once: one change of threads serves several frames. A producer that is woken for each
// frame that is gone made a replay of small frames a tenth dearer.
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
  // That wait to be taken; as many may have been taken.
  static constexpr std::size_t kCapacity = 4;

  // Of batches that were pushed and not given back. With more, no other one is begun: one can be as large as a call may be.
  static constexpr std::size_t kMostBytes = std::size_t{64} << 20;

  // An empty batch to fill, recycled where possible. Waits for what was pushed to become less than kMostBytes.
  std::unique_ptr<loaders::Batch> take_empty();
  void give_back(PlannedBatch batch);

  // Waits for room. False once the consumer has closed the queue: nobody will read on.
  bool push(PlannedBatch batch);
  // Waits for a batch. Nothing once the producer has finished and all have been taken.
  std::optional<PlannedBatch> pop();

  void finish();  // by the producer
  void close();   // by the consumer

 private:
  // All there are, with those that are being filled and played.
  static constexpr std::size_t kMostEmpty = 2 * kCapacity + 2;

  std::deque<PlannedBatch> taken_;  // the consumer's own
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<PlannedBatch> full_;
  std::vector<std::unique_ptr<loaders::Batch>> empty_;
  std::size_t bytes_ = 0;
  bool finished_ = false, closed_ = false;
};

}  // namespace replay
