#include "replay/process/heap.h"

#include <gtest/gtest.h>

namespace replay {
namespace {

constexpr std::uint64_t kPage = 4096, kMiB = 1 << 20;

// A program that loads its textures once takes each page once, and pages of files come several at a fault.
TEST(Heap, NothingIsTakenAgainWhileItGrows) {
  EXPECT_EQ(bytes_taken_again(0, kPage, 0), 0u);
  EXPECT_EQ(bytes_taken_again(100 * kMiB / kPage, kPage, 100 * kMiB), 0u);
  EXPECT_EQ(bytes_taken_again(10, kPage, 100 * kMiB), 0u);
}

TEST(Heap, CountsWhatIsTakenAgain) { EXPECT_EQ(bytes_taken_again(300 * kMiB / kPage, kPage, 100 * kMiB), 200 * kMiB); }

}  // namespace
}  // namespace replay
