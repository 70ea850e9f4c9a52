#include "replay/seek/live_surfaces.h"

#include <gtest/gtest.h>

#include <vector>

namespace replay {
namespace {

constexpr int kWidth = 8, kHeight = 6;

// Each draw makes the colours depend on the depths, and the other way around.
TEST(LiveSurfaces, DrawsThatUseTwoPlanesRestOnEachGuessOnce) {
  const ImageSets sets;
  const Areas areas;
  const Destinations destinations{.windows = 1, .surfaces = {}, .targets = {}, .sets = sets, .areas = areas};
  LiveSurfaces surfaces(destinations, kAllPlanes, true);
  const TargetSurface window = surfaces.of(1).front();
  const Area upper_half = Area::of({0, kHeight / 2, kWidth, kHeight}, kWidth, kHeight);
  for (const std::uint8_t plane : {kColorPlane, kDepthPlane})
    surfaces.dies_in_part(window, {.call = plane, .planes = plane, .area = upper_half});

  constexpr std::uint8_t kUsed = kColorPlane | kDepthPlane;
  for (int draw = 0; draw < 10; ++draw) surfaces.is_used(surfaces.of(1), kUsed, true);

  std::vector<GuessedClear> relied_on;
  EXPECT_EQ(surfaces.live_in(window, kUsed, upper_half, relied_on), 0);
  EXPECT_EQ(relied_on.size(), 4u) << "two guesses for each of two planes";
}

}  // namespace
}  // namespace replay
