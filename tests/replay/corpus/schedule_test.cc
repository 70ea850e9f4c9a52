#include "replay/corpus/schedule.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>

namespace replay {
namespace {

TEST(Schedule, TracesRunTogetherOnlyWhileTheirMemoryFits) {
  const TraceEntry large{.path = "large", .needs = {.sysmem = 700}}, other{.path = "other", .needs = {.sysmem = 400}},
      small{.path = "small", .needs = {.vram = 10, .sysmem = 300}}, free{.path = "free"};
  Schedule schedule({&large, &other, &small, &free}, {.vram = 10, .sysmem = 1000});
  EXPECT_EQ(schedule.take(), &large);
  EXPECT_EQ(schedule.take(), &small) << "there is no room for 'other'";
  EXPECT_EQ(schedule.take(), &free);
  std::atomic<const TraceEntry*> taken = nullptr;
  std::jthread waits([&] { taken = schedule.take(); });
  schedule.give_back(free);
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_EQ(taken, nullptr) << "700 and 300 are still taken";
  schedule.give_back(large);
  waits.join();
  EXPECT_EQ(taken, &other);
  EXPECT_EQ(schedule.take(), nullptr);
}

TEST(Schedule, ATraceThatRunsAloneHasNothingBesideIt) {
  const TraceEntry first{.path = "first"}, alone{.path = "alone", .runs_alone = true}, last{.path = "last"};
  Schedule schedule({&first, &alone, &last}, {});
  EXPECT_EQ(schedule.take(), &first);
  EXPECT_EQ(schedule.take(), &last) << "'alone' would not be alone";
  schedule.give_back(first);
  schedule.give_back(last);
  EXPECT_EQ(schedule.take(), &alone);

  const TraceEntry after{.path = "after"};
  Schedule other({&alone, &after}, {});
  EXPECT_EQ(other.take(), &alone);
  std::atomic<const TraceEntry*> taken = nullptr;
  std::jthread waits([&] { taken = other.take(); });
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_EQ(taken, nullptr);
  other.give_back(alone);
  waits.join();
  EXPECT_EQ(taken, &after);
}

TEST(Schedule, StopsThreadsThatWait) {
  const TraceEntry large{.path = "large", .needs = {.vram = 1}}, other{.path = "other", .needs = {.vram = 1}};
  Schedule schedule({&large, &other}, {.vram = 1});
  EXPECT_EQ(schedule.take(), &large);
  std::atomic<bool> ended = false;
  std::jthread waits([&] { ended = schedule.take() == nullptr; });
  schedule.stop();
  waits.join();
  EXPECT_TRUE(ended);
}

}  // namespace
}  // namespace replay
