#include "replay/process/own_time.h"

#include <gtest/gtest.h>

#include <chrono>

#include "replay/process/culprit.h"

namespace replay {
namespace {

void work_for(std::chrono::milliseconds time) {
  const auto end = std::chrono::steady_clock::now() + time;
  volatile unsigned steps = 0;
  while (std::chrono::steady_clock::now() < end) steps = steps + 1;
}

// The clock of the C library, which works here for this program, counts as this program.
TEST(OwnTime, CountsTheWorkOfThisProgram) {
  remember_own_objects();
  const OwnTime before = end_sampling();
  begin_sampling();
  work_for(std::chrono::milliseconds(200));
  const OwnTime after = end_sampling();
  const std::uint64_t all = after.all - before.all, own = after.own - before.own;
  EXPECT_GT(all, 10u);
  EXPECT_GT(own, all * 9 / 10);
  work_for(std::chrono::milliseconds(20));
  EXPECT_EQ(end_sampling().all, after.all) << "the timer goes on";
}

}  // namespace
}  // namespace replay
