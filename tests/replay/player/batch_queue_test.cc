#include "replay/player/batch_queue.h"

#include <gtest/gtest.h>

#include <chrono>
#include <future>

namespace replay {
namespace {

using namespace std::chrono_literals;

// Returns a batch that takes at least `bytes` of memory.
PlannedBatch numbered(std::uint64_t number, std::size_t bytes = 0) {
  PlannedBatch planned{std::make_unique<loaders::Batch>(), {{number, 1, 1}}};
  planned.batch->arena.allocate(bytes);
  return planned;
}
std::uint64_t number_of(const PlannedBatch& planned) { return planned.sizes.at(0).drawable; }

template <class T>
bool waits(const std::future<T>& future) {
  return future.wait_for(30ms) == std::future_status::timeout;
}

TEST(BatchQueue, ReturnsBatchesInTheirOrder) {
  BatchQueue queue;
  for (std::uint64_t i = 0; i < BatchQueue::kCapacity; ++i) EXPECT_TRUE(queue.push(numbered(i)));
  for (std::uint64_t i = 0; i < BatchQueue::kCapacity; ++i) EXPECT_EQ(number_of(*queue.pop()), i);
}

TEST(BatchQueue, AFullQueueMakesTheProducerWait) {
  BatchQueue queue;
  for (std::uint64_t i = 0; i < BatchQueue::kCapacity; ++i) queue.push(numbered(i));
  auto pushed = std::async(std::launch::async, [&] { return queue.push(numbered(99)); });
  EXPECT_TRUE(waits(pushed));
  queue.pop();
  EXPECT_TRUE(pushed.get());
}

TEST(BatchQueue, FewerLargeBatchesWait) {
  BatchQueue queue;
  queue.push(numbered(1, BatchQueue::kMaxWaitingBytes / 2));
  queue.push(numbered(2, BatchQueue::kMaxWaitingBytes));  // there was room when it came
  auto pushed = std::async(std::launch::async, [&] { return queue.push(numbered(3)); });
  EXPECT_TRUE(waits(pushed));
  queue.pop();
  EXPECT_TRUE(pushed.get());
}

TEST(BatchQueue, LargeBatchesMakeTheProducerWaitBeforeTheNextOne) {
  BatchQueue queue;
  queue.push(numbered(1, BatchQueue::kMaxBytes));
  auto taken = std::async(std::launch::async, [&] { return queue.take_empty(); });
  EXPECT_TRUE(waits(taken));
  PlannedBatch popped = *queue.pop();
  EXPECT_TRUE(waits(taken)) << "the batch is still in memory";
  queue.give_back(std::move(popped));
  EXPECT_NE(taken.get(), nullptr);
}

TEST(BatchQueue, ClosingWakesAProducerThatWaitsForMemory) {
  BatchQueue queue;
  queue.push(numbered(1, BatchQueue::kMaxBytes));
  auto taken = std::async(std::launch::async, [&] { return queue.take_empty(); });
  EXPECT_TRUE(waits(taken));
  queue.close();
  EXPECT_NE(taken.get(), nullptr);
}

TEST(BatchQueue, AnEmptyQueueMakesTheConsumerWait) {
  BatchQueue queue;
  auto popped = std::async(std::launch::async, [&] { return number_of(*queue.pop()); });
  EXPECT_TRUE(waits(popped));
  queue.push(numbered(5));
  EXPECT_EQ(popped.get(), 5u);
}

TEST(BatchQueue, BatchesThatWerePushedBeforeTheEndAreStillReturned) {
  BatchQueue queue;
  queue.push(numbered(1));
  queue.finish();
  EXPECT_EQ(number_of(*queue.pop()), 1u);
  EXPECT_FALSE(queue.pop());
  EXPECT_FALSE(queue.pop());
}

TEST(BatchQueue, TheEndWakesAWaitingConsumer) {
  BatchQueue queue;
  auto popped = std::async(std::launch::async, [&] { return queue.pop().has_value(); });
  EXPECT_TRUE(waits(popped));
  queue.finish();
  EXPECT_FALSE(popped.get());
}

TEST(BatchQueue, ClosingWakesAWaitingProducerAndRefusesMoreBatches) {
  BatchQueue queue;
  for (std::uint64_t i = 0; i < BatchQueue::kCapacity; ++i) queue.push(numbered(i));
  auto pushed = std::async(std::launch::async, [&] { return queue.push(numbered(99)); });
  EXPECT_TRUE(waits(pushed));
  queue.close();
  EXPECT_FALSE(pushed.get());
  EXPECT_FALSE(queue.push(numbered(100)));
}

TEST(BatchQueue, ReusesBatchesAfterClearingThem) {
  BatchQueue queue;
  auto batch = queue.take_empty();
  const loaders::Batch* address = batch.get();
  const auto buffer = std::make_shared<int>(1);
  batch->calls.emplace_back();
  batch->pin(buffer, 100);
  queue.give_back({.batch = std::move(batch)});
  EXPECT_EQ(buffer.use_count(), 1) << "an input buffer is released at once";
  batch = queue.take_empty();
  EXPECT_EQ(batch.get(), address);
  EXPECT_TRUE(batch->calls.empty());
  EXPECT_NE(queue.take_empty(), nullptr);
}

}  // namespace
}  // namespace replay
