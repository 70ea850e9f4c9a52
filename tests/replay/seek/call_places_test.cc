#include "replay/seek/call_places.h"

#include <gtest/gtest.h>

namespace replay {
namespace {

loaders::Call numbered(std::uint64_t number, std::uint16_t flags = 0) {
  loaders::Call call;
  call.number = number;
  call.flags = flags;
  return call;
}

TEST(CallPlaces, RiseWhereNumbersDoNot) {
  CallPlaces places;
  CallPlace before = places.next(numbered(0));
  EXPECT_EQ(before, place_of_number(0));
  for (const std::uint64_t number : {5u, 9u, 6u, 7u, 10u, 8u}) {
    const CallPlace place = places.next(numbered(number));
    EXPECT_GT(place, before) << number;
    before = place;
  }
  EXPECT_TRUE(places.rise());
}

TEST(CallPlaces, AreThoseOfNumbersWhereNoCallIsLate) {
  CallPlaces places;
  places.next(numbered(3));
  places.next(numbered(2));
  EXPECT_EQ(places.next(numbered(4)), place_of_number(4));
  EXPECT_EQ(number_at(places.next(numbered(4))), 4u) << "damaged files have a number twice";
  EXPECT_TRUE(places.rise());
}

TEST(CallPlaces, OfDerivedCallsAreThoseOfTheCallsBefore) {
  CallPlaces places;
  const CallPlace first = places.next(numbered(1));
  EXPECT_EQ(places.next(numbered(2, loaders::kDerived)), first);
  EXPECT_EQ(places.next(numbered(2)), place_of_number(2));
}

TEST(CallPlaces, EndWhereNumbersDo) {
  CallPlaces large;
  large.next(numbered(CallPlaces::kMostNumber));
  EXPECT_TRUE(large.rise());
  large.next(numbered(CallPlaces::kMostNumber + 1));
  EXPECT_FALSE(large.rise());
  CallPlaces late;
  late.next(numbered(1000));
  for (std::uint64_t number = 0; number < 255; ++number) late.next(numbered(number));
  EXPECT_TRUE(late.rise());
  late.next(numbered(255));
  EXPECT_FALSE(late.rise());
}

}  // namespace
}  // namespace replay
