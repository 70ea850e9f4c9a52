#include "replay/remap/list_costs.h"

#include <gtest/gtest.h>

namespace replay {
namespace {

TEST(ListCostsTest, AListCostsItsOwnWorkAndThatOfTheListsItCalls) {
  ListCosts costs;
  EXPECT_EQ(costs.cost(1), 1u) << "the list is unknown";
  costs.begin(1);
  costs.add_work(1, 9);
  EXPECT_EQ(costs.cost(1), 10u);
  costs.begin(2);
  costs.add_call(2, 1);
  costs.add_call(2, 1);
  EXPECT_EQ(costs.cost(2), 21u);
  costs.begin(1);  // new contents change the cost of the lists that call it
  EXPECT_EQ(costs.cost(2), 3u);
}

TEST(ListCostsTest, ListsThatCallEachOtherNeverEnd) {
  ListCosts costs;
  costs.begin(1);
  costs.begin(2);
  costs.add_call(1, 2);
  costs.add_call(2, 1);
  EXPECT_EQ(costs.cost(1), ListCosts::kEndless);
  costs.erase(2);
  EXPECT_EQ(costs.cost(1), 2u);
}

TEST(ListCostsTest, ListsThatCallTwoOthersOnEachLevelAreCountedQuickly) {
  ListCosts costs;
  for (std::uint32_t list = 1; list <= 40; ++list) {
    costs.begin(list);
    for (int twice = 0; list > 1 && twice < 2; ++twice) costs.add_call(list, list - 1);
  }
  EXPECT_EQ(costs.cost(40), (std::uint64_t{1} << 40) - 1);
}

TEST(ListCostsTest, VeryLongChainsAreGivenUp) {
  ListCosts costs;
  for (std::uint32_t list = 1; list <= 1'000'000; ++list) {
    costs.begin(list);
    costs.add_call(list, list - 1);
  }
  EXPECT_EQ(costs.cost(1'000'000), ListCosts::kEndless);
}

}  // namespace
}  // namespace replay
