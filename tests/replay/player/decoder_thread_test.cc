#include "replay/player/decoder_thread.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "tests/replay/player/fake_source.h"

namespace replay {
namespace {

// Adds more batches than the queue can hold.
void add_frames(Recording& program, std::size_t count = 3 * BatchQueue::kCapacity) {
  program.derived_size(7, 30, 20).make_current(7);
  for (std::size_t i = 0; i < count; ++i) program.draw().swap(7);
}

std::vector<std::uint64_t> numbers_read(BatchQueue& queue) {
  std::vector<std::uint64_t> numbers;
  while (auto planned = queue.pop()) {
    for (const loaders::Call& call : planned->batch->calls) {
      if (!call.is(loaders::kDerived)) numbers.push_back(call.number);
    }
    queue.give_back(*std::move(planned));
  }
  return numbers;
}

TEST(DecoderThread, PassesOnEveryCallInOrderThroughASmallQueue) {
  Recording program;
  add_frames(program);
  FakeSource source(program);
  BatchQueue queue;
  DecoderThread decoder(source, queue);
  const auto numbers = numbers_read(queue);
  decoder.rethrow();
  ASSERT_EQ(numbers.size(), 1 + 2 * 3 * BatchQueue::kCapacity);
  for (std::size_t i = 0; i < numbers.size(); ++i) EXPECT_EQ(numbers[i], i);
}

TEST(DecoderThread, PassesOnAtTheEndWhatWaitedForASize) {
  Recording program;
  program.make_current(7).viewport(0, 0, 30, 20).draw().swap(7);
  FakeSource source(program);
  BatchQueue queue;
  const DecoderThread decoder(source, queue);
  const auto planned = queue.pop();
  ASSERT_TRUE(planned);
  ASSERT_EQ(planned->sizes.size(), 1u);
  EXPECT_EQ(planned->sizes[0].width, 30);
  EXPECT_FALSE(queue.pop());
}

TEST(DecoderThread, ItsExceptionIsThrownAfterTheCallsBefore) {
  Recording program;
  add_frames(program, 3);
  FakeSource source(program);
  source.fail_with(std::make_exception_ptr(std::runtime_error("out of luck")));
  BatchQueue queue;
  DecoderThread decoder(source, queue);
  EXPECT_EQ(numbers_read(queue).size(), 7u);
  EXPECT_THROW(decoder.rethrow(), std::runtime_error);
}

TEST(DecoderThread, CanBeDestroyedWhileItReadsAndTheQueueIsFull) {
  Recording program;
  add_frames(program, 3);
  FakeSource source(program);
  source.repeat();
  BatchQueue queue;
  const DecoderThread decoder(source, queue);
  queue.pop();
}

}  // namespace
}  // namespace replay
