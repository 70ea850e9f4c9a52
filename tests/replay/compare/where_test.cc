#include "replay/compare/where.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace replay {
namespace {

// Rounds of places that cost a millisecond each, with noise of 5 %.
std::vector<PlaceCosts> rounds(int count, unsigned seed, double dearer = 0) {
  std::mt19937 random(seed);
  std::normal_distribution<double> noise(1, 0.05);
  std::vector<PlaceCosts> all;
  for (int i = 0; i < count; ++i) {
    PlaceCosts& costs = all.emplace_back();
    for (int draw = 0; draw < 100; ++draw) costs[{"draw", "call " + std::to_string(draw)}] = noise(random);
    costs[{"program", "5"}] = noise(random);
    costs[{"draw", "call 42"}] += dearer;
    costs[{"program", "5"}] += dearer;
  }
  return all;
}

TEST(DearestDifferences, NamesThePlacesThatBecameDearer) {
  const auto found = dearest_differences(rounds(14, 1), rounds(14, 2, 0.5), 4);
  ASSERT_GE(found.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_TRUE(found[i].name == "call 42" || found[i].name == "5") << found[i].name;
    EXPECT_NEAR(found[i].difference, 0.5, 0.1);
    EXPECT_LT(found[i].low, 0.5);
    EXPECT_GT(found[i].high, 0.5);
  }
}

// The dearest of a hundred draws is dear by chance. The rounds that chose it do not say how much it differs.
TEST(DearestDifferences, ChanceNamesFewPlaces) {
  std::size_t named = 0;
  constexpr unsigned kTimes = 40;
  for (unsigned seed = 0; seed < kTimes; ++seed)
    named += dearest_differences(rounds(14, 2 * seed + 10), rounds(14, 2 * seed + 11), 4).size();
  // Six places are looked at each time, and one in forty may seem to be dearer.
  EXPECT_LE(named, kTimes * 6 / 40 * 2);
}

TEST(DearestDifferences, TooFewRoundsNameNothing) {
  EXPECT_TRUE(dearest_differences(rounds(4, 1), rounds(4, 2, 5), 4).empty());
  EXPECT_TRUE(dearest_differences({}, {}, 4).empty());
}

}  // namespace
}  // namespace replay
