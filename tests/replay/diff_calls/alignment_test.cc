#include "replay/diff_calls/alignment.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace replay {
namespace {

using Sequence = std::vector<std::uint64_t>;

std::size_t common_length(const Sequence& a, const Sequence& b) {
  std::vector<std::vector<std::size_t>> best(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = a.size(); i-- > 0;) {
    for (std::size_t j = b.size(); j-- > 0;) {
      best[i][j] = a[i] == b[j] ? best[i + 1][j + 1] + 1 : std::max(best[i + 1][j], best[i][j + 1]);
    }
  }
  return best[0][0];
}

// Returns how many elements are aligned; the test fails when they are not equal or not in order.
std::size_t checked_length(const Sequence& a, const Sequence& b) {
  std::size_t length = 0, end_a = 0, end_b = 0;
  for (const EqualRun& run : align(a, b)) {
    EXPECT_GE(run.a, end_a);
    EXPECT_GE(run.b, end_b);
    EXPECT_TRUE(std::equal(a.begin() + run.a, a.begin() + run.a + run.length, b.begin() + run.b));
    end_a = run.a + run.length;
    end_b = run.b + run.length;
    length += run.length;
  }
  EXPECT_LE(end_a, a.size());
  EXPECT_LE(end_b, b.size());
  return length;
}

TEST(Alignment, JoinsWhatIsEqual) {
  EXPECT_EQ(align(Sequence{1, 2, 3}, Sequence{1, 2, 3}), (std::vector<EqualRun>{{0, 0, 3}}));
  EXPECT_EQ(align(Sequence{1, 2, 3}, Sequence{1, 9, 2, 3}), (std::vector<EqualRun>{{0, 0, 1}, {1, 2, 2}}));
  EXPECT_TRUE(align(Sequence{}, Sequence{1}).empty());
  EXPECT_TRUE(align(Sequence{1}, Sequence{2}).empty());
}

TEST(Alignment, OfRepeatedElementsIsTheLongest) {
  std::mt19937 random(7);
  for (int round = 0; round < 3000; ++round) {
    // Each value appears twice or not at all, so there are no anchors, and Myers' algorithm does it all.
    Sequence a, b;
    for (Sequence* of : {&a, &b}) {
      for (std::size_t i = random() % 12; i-- > 0;) of->push_back(random() % 3);
      const Sequence again = *of;
      of->insert(of->end(), again.begin(), again.end());
    }
    ASSERT_EQ(checked_length(a, b), common_length(a, b)) << round;
  }
}

TEST(Alignment, OfRandomSequencesIsSound) {
  std::mt19937 random(8);
  for (int round = 0; round < 2000; ++round) {
    Sequence a, b;
    for (Sequence* of : {&a, &b}) {
      for (std::size_t i = random() % 40; i-- > 0;) of->push_back(random() % 20);
    }
    const std::size_t length = checked_length(a, b);
    ASSERT_LE(length, common_length(a, b));
    ASSERT_EQ(length > 0, common_length(a, b) > 0) << round;  // anchors may lie off the longest one
  }
}

TEST(Alignment, OfLongSequencesWithLittleInCommonEnds) {
  Sequence a, b;
  std::mt19937 random(9);
  for (int i = 0; i < 200'000; ++i) {
    a.push_back(random() % 100);
    b.push_back(random() % 100);
  }
  EXPECT_GT(checked_length(a, b), a.size() / 100);
}

}  // namespace
}  // namespace replay
