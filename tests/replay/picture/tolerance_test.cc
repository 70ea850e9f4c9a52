#include "replay/picture/tolerance.h"

#include <gtest/gtest.h>

namespace replay {
namespace {

TEST(Tolerance, ReadsEveryForm) {
  EXPECT_EQ(*parse_tolerance("exact"), Tolerance{});
  EXPECT_EQ(*parse_tolerance("3"), (Tolerance{Tolerance::Mode::kChannel, 3, 0, 1}));
  EXPECT_EQ(*parse_tolerance("8:0.1"), (Tolerance{Tolerance::Mode::kChannel, 8, 0.1, 1}));
  EXPECT_EQ(*parse_tolerance("255:100"), (Tolerance{Tolerance::Mode::kChannel, 255, 100, 1}));
  EXPECT_EQ(*parse_tolerance("ssim"), (Tolerance{Tolerance::Mode::kSsim, 0, 0, 0.99}));
  EXPECT_EQ(*parse_tolerance("perceptual:0.5"), (Tolerance{Tolerance::Mode::kSsim, 0, 0, 0.5}));
}

TEST(Tolerance, IsWrittenAsItIsRead) {
  for (const char* text : {"exact", "3", "8:0.1", "ssim:0.975"}) EXPECT_EQ(to_string(*parse_tolerance(text)), text);
}

TEST(Tolerance, RefusesTextsThatMeanNothing) {
  for (const char* text : {"", "-1", "256", "8:", ":1", "8:101", "8:-1", "8:x", "8:0.1:2", "8 ", "0x8", "ssim:2",
                           "ssim:", "ssim:nan", "EXACT", "1e1"}) {
    EXPECT_FALSE(parse_tolerance(text)) << text;
  }
}

}  // namespace
}  // namespace replay
