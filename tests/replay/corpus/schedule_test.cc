#include "replay/corpus/schedule.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>

namespace replay {
namespace {

// The trace of the next turn; null when there is none.
const TraceEntry* take(Schedule& schedule) {
  const auto turn = schedule.take();
  return turn ? turn->entry : nullptr;
}

void give_back(Schedule& schedule, const TraceEntry& entry) { schedule.give_back({.entry = &entry}); }

TEST(Schedule, TracesRunTogetherOnlyWhileTheirMemoryFits) {
  const TraceEntry large{.path = "large", .needs = {.sysmem = 700}}, other{.path = "other", .needs = {.sysmem = 400}},
      small{.path = "small", .needs = {.vram = 10, .sysmem = 300}}, free{.path = "free"};
  Schedule schedule({&large, &other, &small, &free}, {.vram = 10, .sysmem = 1000});
  EXPECT_EQ(take(schedule), &large);
  EXPECT_EQ(take(schedule), &small) << "there is no room for 'other'";
  EXPECT_EQ(take(schedule), &free);
  std::atomic<const TraceEntry*> taken = nullptr;
  double waited = 0;
  std::jthread waits([&] {
    const auto turn = schedule.take();
    waited = turn->waited;
    taken = turn->entry;
  });
  give_back(schedule, free);
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_EQ(taken, nullptr) << "700 and 300 are still taken";
  give_back(schedule, large);
  waits.join();
  EXPECT_EQ(taken, &other);
  EXPECT_EQ(take(schedule), nullptr);
  EXPECT_GT(waited, 0.04);
  EXPECT_GT(schedule.waited(), 0.04);
}

// Small ones could otherwise keep a large one waiting until no other is left.
TEST(Schedule, ATraceThatWaitsForMemoryIsNotPassedOverForLongerThanWhatRan) {
  const TraceEntry first{.path = "first", .needs = {.sysmem = 500}}, large{.path = "large", .needs = {.sysmem = 900}},
      small{.path = "small", .needs = {.sysmem = 100}}, next{.path = "next", .needs = {.sysmem = 100}};
  Schedule schedule({&first, &large, &small, &next}, {.sysmem = 1000});
  EXPECT_EQ(take(schedule), &first);
  EXPECT_EQ(take(schedule), &small) << "it has room beside 'large', too";
  give_back(schedule, first);
  EXPECT_EQ(take(schedule), &large) << "'next' has no room beside 'small' and 'large'";
  give_back(schedule, small);
  EXPECT_EQ(take(schedule), &next);
}

TEST(Schedule, ATraceThatRunsAloneHasNothingBesideIt) {
  const TraceEntry first{.path = "first"}, alone{.path = "alone", .runs_alone = true}, last{.path = "last"};
  Schedule schedule({&first, &alone, &last}, {});
  EXPECT_EQ(take(schedule), &first);
  EXPECT_EQ(take(schedule), &last) << "'alone' would not be alone";
  give_back(schedule, first);
  give_back(schedule, last);
  EXPECT_EQ(take(schedule), &alone);

  const TraceEntry after{.path = "after"};
  Schedule other({&alone, &after}, {});
  EXPECT_EQ(take(other), &alone);
  std::atomic<const TraceEntry*> taken = nullptr;
  std::jthread waits([&] { taken = take(other); });
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_EQ(taken, nullptr);
  give_back(other, alone);
  waits.join();
  EXPECT_EQ(taken, &after);
}

TEST(Schedule, ATraceThatWasPutBackRunsAloneAtTheEnd) {
  const TraceEntry first{.path = "first"}, killed{.path = "killed"}, last{.path = "last"};
  Schedule schedule({&killed, &first, &last}, {});
  const auto turn = schedule.take();
  EXPECT_FALSE(turn->is_again);
  EXPECT_EQ(take(schedule), &first);
  schedule.put_back(*turn);
  EXPECT_EQ(take(schedule), &last);
  std::optional<Turn> again;
  std::jthread waits([&] { again = schedule.take(); });
  give_back(schedule, first);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  give_back(schedule, last);
  waits.join();
  ASSERT_TRUE(again);
  EXPECT_EQ(again->entry, &killed);
  EXPECT_TRUE(again->is_again);
  EXPECT_EQ(take(schedule), nullptr);
}

TEST(Schedule, ATraceThatIsAbsentWaitsUntilItArrives) {
  const TraceEntry absent{.path = "absent"}, there{.path = "there"};
  Schedule schedule({&absent, &there}, {}, {&absent});
  const auto first = schedule.take();
  ASSERT_TRUE(first);
  EXPECT_EQ(first->entry, &there);
  std::atomic<const TraceEntry*> taken = nullptr;
  std::jthread waits([&] { taken = schedule.take().value_or(Turn{}).entry; });
  schedule.arrived(absent);
  waits.join();
  EXPECT_EQ(taken, &absent);
}

TEST(Schedule, StopsThreadsThatWait) {
  const TraceEntry large{.path = "large", .needs = {.vram = 1}}, other{.path = "other", .needs = {.vram = 1}};
  Schedule schedule({&large, &other}, {.vram = 1});
  const auto turn = schedule.take();
  std::atomic<bool> ended = false;
  std::jthread waits([&] { ended = !schedule.take(); });
  schedule.stop();
  waits.join();
  EXPECT_TRUE(ended);
  schedule.put_back(*turn);
  EXPECT_FALSE(schedule.take());
}

}  // namespace
}  // namespace replay
