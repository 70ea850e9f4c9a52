#include "loaders/base/result.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace loaders {
namespace {

Result<int> half(int number) {
  if (number % 2 != 0) return Error{"the number is odd", Damage::kCut};
  return number / 2;
}

Status require_even(int number) {
  const Result<int> halved = half(number);
  if (!halved) return halved.error();
  return {};
}

TEST(Result, HoldsAValueOrAnError) {
  ASSERT_TRUE(half(8));
  EXPECT_EQ(*half(8), 4);
  ASSERT_FALSE(half(7));
  EXPECT_EQ(half(7).error().problem, "the number is odd");
  EXPECT_EQ(half(7).error().damage, Damage::kCut);
}

TEST(Result, OfNothingIsAStatus) {
  EXPECT_TRUE(require_even(2));
  ASSERT_FALSE(require_even(3));
  EXPECT_EQ(require_even(3).error().problem, "the number is odd");
}

struct Base {
  virtual ~Base() = default;
};
struct Derived final : Base {};

TEST(Result, TakesWhatConvertsToItsValueAndGivesItAway) {
  Result<std::unique_ptr<Base>> made = std::make_unique<Derived>();
  ASSERT_TRUE(made);
  const std::unique_ptr<Base> taken = *std::move(made);
  EXPECT_NE(taken, nullptr);
  const Result<std::string> text = "a literal";
  EXPECT_EQ(text->size(), 9u);
}

TEST(Result, CanHaveAnErrorOfItsOwnKind) {
  const Result<std::string, int> failed = 7;
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error(), 7);
}

}  // namespace
}  // namespace loaders
