// Steps as an index of a trace holds them.
#include "replay/seek/steps_json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "replay/base/base64.h"

namespace replay {
namespace {

std::vector<DrawingStep> some_steps() {
  return {{.planes = 1, .provable = true, .destination = 2, .images = 3, .calls = {.first = 5, .last = 5}},
          {.what = DrawingStep::What::kKill,
           .touched = 7,
           .stays_in_area = true,
           .buffer = 32,
           .area = 9,
           .calls = {.first = 5, .last = 900}},
          {.what = DrawingStep::What::kRead, .planes = 7},
          {.planes = 1, .provable = true, .destination = 2, .images = 3, .calls = {.first = 901, .last = 1ULL << 40}}};
}

TEST(StepsJson, KeepsWhatStepsAre) {
  const auto steps = some_steps();
  const auto read = steps_of(steps_json(steps));
  ASSERT_TRUE(read);
  ASSERT_EQ(read->size(), steps.size());
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const DrawingStep &was = steps[i], &is = (*read)[i];
    EXPECT_EQ(is.what, was.what);
    EXPECT_EQ(is.planes, was.planes);
    EXPECT_EQ(is.touched, was.touched);
    EXPECT_EQ(is.provable, was.provable);
    EXPECT_EQ(is.blits, was.blits);
    EXPECT_EQ(is.stays_in_area, was.stays_in_area);
    EXPECT_EQ(is.buffer, was.buffer);
    EXPECT_EQ(is.destination, was.destination);
    EXPECT_EQ(is.images, was.images);
    EXPECT_EQ(is.area, was.area);
    EXPECT_EQ(is.calls.first, was.calls.first);
    EXPECT_EQ(is.calls.last, was.calls.last);
  }
}

TEST(StepsJson, OfOneKindTakeOneRow) { EXPECT_EQ(steps_json(some_steps())["kinds"].size(), 3U); }

TEST(StepsJson, RefusesWhatIsDamaged) {
  const nlohmann::json good = steps_json(some_steps());
  const auto with_bytes = [&](const std::vector<std::uint8_t>& bytes) {
    nlohmann::json bad = good;
    bad["packed"] = base64(bytes);
    return bad;
  };
  EXPECT_TRUE(steps_of(with_bytes({1, 5, 0})));
  EXPECT_FALSE(steps_of(with_bytes({1, 5})));     // cut
  EXPECT_FALSE(steps_of(with_bytes({1, 0x80})));  // cut in a number
  EXPECT_FALSE(steps_of(with_bytes({6})));        // the kind does not exist
  const std::vector<std::uint8_t> most{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1};
  std::vector<std::uint8_t> overflow{1};
  overflow.insert(overflow.end(), most.begin(), most.end());
  overflow.push_back(1);
  EXPECT_FALSE(steps_of(with_bytes(overflow)));
  EXPECT_FALSE(steps_of(with_bytes(std::vector<std::uint8_t>(kMaxIndexedSteps + 1, 4))));
}

}  // namespace
}  // namespace replay
