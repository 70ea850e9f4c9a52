#include "replay/process/call_ring.h"

#include <gtest/gtest.h>

#include "glbindings/signature.h"

namespace replay {
namespace {

void note(CallRing& ring, std::uint64_t number) {
  loaders::Call call{};
  call.number = number;
  call.function = glbindings::FunctionId::glClear;
  ring.note(call);
}

TEST(CallRing, KeepsTheLastCallsOldestFirst) {
  CallRing ring{};
  CallRing::Entry last;
  EXPECT_FALSE(ring.last(last));
  EXPECT_TRUE(ring.entries().empty());
  for (std::uint64_t i = 1; i <= 3; ++i) note(ring, i);
  ASSERT_EQ(ring.entries().size(), 3u);
  EXPECT_EQ(to_string(ring.entries()[0]), "1 glClear");
  for (std::uint64_t i = 4; i <= 100; ++i) note(ring, i);
  ASSERT_EQ(ring.entries().size(), CallRing::kKept);
  EXPECT_EQ(ring.entries().front().call, 85u);
  EXPECT_EQ(ring.entries().back().call, 100u);
  ASSERT_TRUE(ring.last(last));
  EXPECT_EQ(last.call, 100u);
}

TEST(CallRing, AnInvalidFunctionOfAChildIsNotLookedUp) {
  EXPECT_EQ(to_string({.call = 7, .function = 0xffffffff}), "7");
}

}  // namespace
}  // namespace replay
