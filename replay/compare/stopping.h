// When a comparison looks at its rounds, how sure each look is, and when it stops. Pure functions.
//
// Whoever looks again and again, and stops when the answer pleases, is wrong more often than 5 times of 100. So there
// are few looks, each after half as many rounds again as the one before, and the intervals of all looks share the 5 %:
// look 1 may be wrong with 0.05/(1*2), look 2 with 0.05/(2*3), look k with 0.05/(k(k+1)), which adds up to 0.05 however
// many looks there are. Whenever the comparison stops, and whatever made it stop, the last interval is right with 95 %.
#pragma once

#include <cstddef>
#include <cstdint>

#include "replay/compare/ratio.h"

namespace replay {

enum class SpeedVerdict : std::uint8_t { kNotSlower, kSlower, kUnknown };

struct LookSchedule {
  std::size_t first = 8;      // rounds before the first look
  std::size_t questions = 1;  // how many measures are judged: they share the 5 % as well

  // How many rounds there are at look 1, 2, 3 ...
  std::size_t rounds_at(unsigned look) const;
  // How sure the interval of a look has to be: 0.975, for example, for the first of one measure.
  double confidence_at(unsigned look) const;
};

// Counts hardly vary, and are looked at after their first two rounds.
constexpr std::size_t kFirstLookOfTimes = 8, kFirstLookOfCounts = 2;

// `slower_than` is a ratio. A ratio of exactly `slower_than` is not slower.
SpeedVerdict verdict_of(const RatioInterval& interval, double slower_than);

// Whether nothing more has to be known of a measure: the verdict stands and, unless `needs_only_verdict`, the ratio is
// known to `precision` (0.01: the interval is at most 1 % wide).
bool is_settled(const RatioInterval& interval, double slower_than, double precision, bool needs_only_verdict);

}  // namespace replay
