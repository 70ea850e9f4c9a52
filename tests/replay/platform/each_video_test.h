// Tests that hold for every kind of Video: EGL alone, and SDL, whose offscreen driver runs the code of a display.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <utility>

#include "tests/replay/platform/headless_test.h"

namespace replay {

enum class VideoKind : std::uint8_t { kEgl, kSdl };

class EachVideoTest : public HeadlessTest, public testing::WithParamInterface<VideoKind> {
 protected:
  void SetUp() override {
    if (GetParam() == VideoKind::kEgl) return HeadlessTest::SetUp();
    setenv("SDL_VIDEODRIVER", "offscreen", 1);
    auto made = Platform::create(Display::kAuto);
    unsetenv("SDL_VIDEODRIVER");
    if (!made) GTEST_SKIP() << made.error().problem;
    platform = *std::move(made);
  }
};

inline std::string name_of(const testing::TestParamInfo<VideoKind>& info) {
  return info.param == VideoKind::kEgl ? "Egl" : "Sdl";
}

// To be used once for each fixture that derives from EachVideoTest.
#define WITH_EACH_VIDEO(fixture) \
  INSTANTIATE_TEST_SUITE_P(Videos, fixture, testing::Values(VideoKind::kEgl, VideoKind::kSdl), name_of)

}  // namespace replay
