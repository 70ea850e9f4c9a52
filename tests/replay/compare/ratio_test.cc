#include "replay/compare/ratio.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <optional>
#include <random>

#include "replay/compare/stopping.h"

namespace replay {
namespace {

TEST(StudentQuantile, IsThatOfTheTables) {
  EXPECT_NEAR(student_quantile(0.025, 1), 12.706, 0.001);
  EXPECT_NEAR(student_quantile(0.025, 2), 4.3027, 0.0001);
  EXPECT_NEAR(student_quantile(0.005, 3), 5.8409, 0.0001);
  EXPECT_NEAR(student_quantile(0.025, 10), 2.2281, 0.0001);
  EXPECT_NEAR(student_quantile(0.001, 25), 3.4502, 0.0001);
  EXPECT_NEAR(student_quantile(0.025, 1000), 1.9623, 0.0001);
  EXPECT_NEAR(student_quantile(0.5, 7), 0, 1e-9);
}

TEST(TrimmedMean, LeavesOutAFifthOnEachSide) {
  EXPECT_DOUBLE_EQ(trimmed_mean({1000, 1, 2, 3, -1000}), 2);
  EXPECT_DOUBLE_EQ(trimmed_mean({1, 3}), 2);
  EXPECT_DOUBLE_EQ(trimmed_mean({}), 0);
}

TEST(IntervalOf, EqualRoundsLeaveNoDoubt) {
  const std::vector<double> many(12, std::log(1.05)), few(2, std::log(1.05));
  for (const auto& rounds : {many, few}) {
    const RatioInterval interval = interval_of(rounds, 0.95);
    EXPECT_NEAR(interval.low, 1.05, 1e-12);
    EXPECT_NEAR(interval.ratio, 1.05, 1e-12);
    EXPECT_NEAR(interval.high, 1.05, 1e-12);
  }
}

TEST(IntervalOf, OneRoundSaysNothing) {
  const std::vector<double> one{std::log(1.5)};
  EXPECT_EQ(verdict_of(interval_of(one, 0.95), 1.02), SpeedVerdict::kUnknown);
  EXPECT_EQ(verdict_of(interval_of({}, 0.95), 1.02), SpeedVerdict::kUnknown);
}

TEST(IntervalOf, TwoOfTwentyDisturbedRoundsDoNotMoveIt) {
  std::mt19937 random(1);
  std::normal_distribution<double> noise(0, 0.002);
  std::vector<double> rounds;
  for (int i = 0; i < 20; ++i) rounds.push_back(std::log(1.05) + noise(random));
  rounds[3] += 2;
  rounds[11] -= 1;
  const RatioInterval interval = interval_of(rounds, 0.95);
  EXPECT_NEAR(interval.ratio, 1.05, 0.003);
  EXPECT_LT(interval.width(), 0.01);
}

TEST(ShareOf, IsWilsonsInterval) {
  const MeanInterval tenth = share_of(10, 100), none = share_of(0, 50), all = share_of(50, 50);
  EXPECT_DOUBLE_EQ(tenth.mean, 0.1);
  EXPECT_NEAR(tenth.low, 0.0552, 0.0001);
  EXPECT_NEAR(tenth.high, 0.1744, 0.0001);
  EXPECT_EQ(none.low, 0);
  EXPECT_NEAR(none.high, 0.0714, 0.0001);
  EXPECT_NEAR(all.low, 1 - 0.0714, 0.0001);
  EXPECT_EQ(all.high, 1);
}

TEST(ShareOf, LiesInItsInterval) {
  for (std::uint64_t all = 1; all < 300; ++all) {
    for (const std::uint64_t part : {std::uint64_t{0}, all / 2, all}) {
      const MeanInterval share = share_of(part, all);
      EXPECT_LE(share.low, share.mean) << part << " of " << all;
      EXPECT_GE(share.high, share.mean) << part << " of " << all;
    }
  }
}

// Noise as machines have it. Each gives one log ratio of a round.
using Noise = std::function<double(std::mt19937&)>;

double normal(std::mt19937& random) { return std::normal_distribution<double>(0, 0.03)(random); }
// Time that other programs take: only ever more, now and then much more, on either side.
double disturbed(std::mt19937& random) {
  std::exponential_distribution<double> usual(50);
  std::bernoulli_distribution hit(0.1);
  const auto side = [&] { return std::log(1 + usual(random) + (hit(random) ? 0.5 : 0.0)); };
  return side() - side();
}
// A few machines in a hundred are another machine from one second to the next.
double heavy(std::mt19937& random) { return 0.01 * std::student_t_distribution<double>(2)(random); }

// The whole comparison on rounds without end: it looks, and stops when the verdict stands. `confidence` replaces that
// of the schedule.
SpeedVerdict judge(const std::function<double()>& round, double slower_than, std::size_t first, unsigned looks,
                   std::optional<double> confidence = {}) {
  const LookSchedule schedule{.first = first};
  std::vector<double> rounds;
  for (unsigned look = 1; look <= looks; ++look) {
    while (rounds.size() < schedule.rounds_at(look)) rounds.push_back(round());
    const RatioInterval interval = interval_of(rounds, confidence.value_or(schedule.confidence_at(look)));
    if (is_settled(interval, slower_than, 0, true)) return verdict_of(interval, slower_than);
  }
  return SpeedVerdict::kUnknown;
}

// How often the comparison says "slower" of a driver that is exactly as slow as is allowed, which is the hardest case.
int times_blamed(int comparisons, const Noise& noise, std::optional<double> confidence = {}) {
  std::mt19937 random(7);
  int blamed = 0;
  for (int i = 0; i < comparisons; ++i) {
    const auto round = [&] { return std::log(1.02) + noise(random); };
    blamed += judge(round, 1.02, kFirstLookOfTimes, 5, confidence) == SpeedVerdict::kSlower ? 1 : 0;
  }
  return blamed;
}

TEST(SpeedJudgement, RarelyBlamesADriverThatIsAsSlowAsIsAllowed) {
  constexpr int kComparisons = 160;
  for (const Noise& noise : {Noise(normal), Noise(disturbed), Noise(heavy)})
    EXPECT_LE(times_blamed(kComparisons, noise), kComparisons * 25 / 1000) << "2.5 % on one side is what 95 % promises";
}

// The reason for the schedule: with plain 95 % intervals, whoever looks five times and stops when a verdict stands
// breaks the promise.
TEST(SpeedJudgement, PlainIntervalsBlameTooOften) {
  constexpr int kComparisons = 160;
  for (const Noise& noise : {Noise(normal), Noise(disturbed)})
    EXPECT_GT(times_blamed(kComparisons, noise, 0.95), kComparisons * 25 / 1000);
}

TEST(SpeedJudgement, NeverBlamesADriverComparedWithItself) {
  for (const Noise& noise : {Noise(normal), Noise(disturbed), Noise(heavy)}) {
    std::mt19937 random(8);
    int blamed = 0;
    for (int i = 0; i < 60; ++i) {
      blamed += judge([&] { return noise(random); }, 1.02, kFirstLookOfTimes, 5) == SpeedVerdict::kSlower ? 1 : 0;
    }
    EXPECT_LE(blamed, 1);
  }
}

TEST(SpeedJudgement, FindsAPlantedSlowdown) {
  std::mt19937 random(9);
  std::normal_distribution<double> noise(0, 0.01);
  int found = 0, found_by_counts = 0;
  for (int i = 0; i < 100; ++i) {
    const auto time = [&] { return std::log(1.05) + noise(random); };
    const auto count = [&] { return std::log(1.05) + noise(random) * 0.01; };
    found += judge(time, 1.02, kFirstLookOfTimes, 5) == SpeedVerdict::kSlower ? 1 : 0;
    found_by_counts += judge(count, 1.02, kFirstLookOfCounts, 3) == SpeedVerdict::kSlower ? 1 : 0;
  }
  EXPECT_EQ(found, 100);
  EXPECT_EQ(found_by_counts, 100);
}

TEST(LookSchedule, LooksAfterHalfAsManyRoundsAgain) {
  const LookSchedule times{.first = kFirstLookOfTimes}, counts{.first = kFirstLookOfCounts};
  const std::size_t wanted[] = {8, 12, 18, 27, 40, 60}, wanted_of_counts[] = {2, 3, 4, 6, 9, 13};
  for (unsigned look = 1; look <= 6; ++look) {
    EXPECT_EQ(times.rounds_at(look), wanted[look - 1]);
    EXPECT_EQ(counts.rounds_at(look), wanted_of_counts[look - 1]);
  }
}

TEST(LookSchedule, AllLooksAndMeasuresShareFivePercent) {
  const LookSchedule schedule{.questions = 3};
  double wrong = 0;
  for (unsigned look = 1; look < 10000; ++look) wrong += 3 * (1 - schedule.confidence_at(look));
  EXPECT_NEAR(wrong, 0.05, 0.0001);
  EXPECT_LE(wrong, 0.05);
}

TEST(VerdictOf, NeedsTheWholeIntervalOnOneSide) {
  EXPECT_EQ(verdict_of({.low = 1.021, .ratio = 1.03, .high = 1.04}, 1.02), SpeedVerdict::kSlower);
  EXPECT_EQ(verdict_of({.low = 1.01, .ratio = 1.015, .high = 1.02}, 1.02), SpeedVerdict::kNotSlower);
  EXPECT_EQ(verdict_of({.low = 1.01, .ratio = 1.02, .high = 1.03}, 1.02), SpeedVerdict::kUnknown);
  EXPECT_FALSE(is_settled({.low = 1.03, .ratio = 1.04, .high = 1.05}, 1.02, 0.01, false));
  EXPECT_TRUE(is_settled({.low = 1.03, .ratio = 1.04, .high = 1.05}, 1.02, 0.01, true));
  EXPECT_TRUE(is_settled({.low = 1.036, .ratio = 1.04, .high = 1.044}, 1.02, 0.01, false));
}

}  // namespace
}  // namespace replay
