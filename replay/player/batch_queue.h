// BatchQueue: carries batches from the decoding thread to the GL thread, and empty batches back. It is bounded, so that
// a fast decoder cannot use up the memory. Batches are used again, so that neither side allocates in the steady state.
//
// The consumer takes all batches at once, so that one change of threads serves several frames. Waking the producer for
// each frame that was played made a replay of small frames take a tenth longer.
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
  // The number of batches that may wait to be taken. As many may have been taken already.
  static constexpr std::size_t kCapacity = 4;

  // When the batches that wait have this many bytes, no other is added. Large batches take long to play, so that few of
  // them keep the consumer busy.
  static constexpr std::size_t kMaxWaitingBytes = std::size_t{256} << 10;

  // The bytes of batches that were pushed and not given back. Above this, no other batch is begun: a batch can be as
  // large as the largest call.
  static constexpr std::size_t kMaxBytes = std::size_t{64} << 20;

  // Returns an empty batch to fill, a used one where possible. Waits until the pushed batches have less than
  // kMaxBytes.
  std::unique_ptr<loaders::Batch> take_empty();
  void give_back(PlannedBatch batch);

  // Waits for room. Returns false when the consumer has closed the queue, because nobody will read on.
  bool push(PlannedBatch batch);
  // Waits for a batch. Returns nothing when the producer has finished and all batches have been taken.
  std::optional<PlannedBatch> pop();

  void finish();  // called by the producer
  void close();   // called by the consumer

 private:
  bool has_room() const;

  // The number of all batches, including those that are being filled or played.
  static constexpr std::size_t kMaxEmpty = 2 * kCapacity + 2;

  std::deque<PlannedBatch> taken_;  // used by the consumer only
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<PlannedBatch> full_;
  std::vector<std::unique_ptr<loaders::Batch>> empty_;
  std::size_t bytes_ = 0, waiting_bytes_ = 0;
  bool finished_ = false, closed_ = false;
};

}  // namespace replay
