#include "replay/corpus/expected_times.h"

#include <gtest/gtest.h>

namespace replay {
namespace {

std::uint64_t size_of(const TraceEntry& entry) { return entry.size.value_or(0); }

TEST(ExpectedTimes, AreThoseOfTheLastRunAndOtherwiseGuessedFromSizes) {
  const TraceEntry known{.path = "known", .size = 1'000'000}, large{.path = "large", .size = 10'000'000},
      small{.path = "small", .size = 1000}, slow{.path = "slow", .size = 1000};
  const ExpectedTimes times({&small, &known, &slow, &large}, {{"known", 2}, {"slow", 30}, {"gone", 99}}, size_of);
  EXPECT_DOUBLE_EQ(times.of(slow), 30);
  EXPECT_GT(times.of(large), times.of(slow));
  EXPECT_LT(times.of(small), times.of(large) / 50);
  EXPECT_EQ(times.longest_first({&small, &known, &slow, &large}),
            (std::vector<const TraceEntry*>{&large, &slow, &small, &known}));
}

TEST(ExpectedTimes, WithoutDurationsSizesDecide) {
  const TraceEntry large{.path = "large", .size = 10'000'000}, none{.path = "none"}, small{.path = "small", .size = 9},
      alone{.path = "alone", .size = 20'000'000, .runs_alone = true};
  const ExpectedTimes times({&none, &alone, &small, &large}, {}, size_of);
  EXPECT_EQ(times.longest_first({&none, &alone, &small, &large}),
            (std::vector<const TraceEntry*>{&large, &small, &none, &alone}));
}

}  // namespace
}  // namespace replay
