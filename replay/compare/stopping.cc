#include "replay/compare/stopping.h"

namespace replay {

std::size_t LookSchedule::rounds_at(unsigned look) const {
  std::size_t rounds = first;
  for (unsigned i = 1; i < look; ++i) rounds += rounds / 2;
  return rounds;
}

double LookSchedule::confidence_at(unsigned look) const {
  constexpr double kMayBeWrong = 0.05;
  return 1 - kMayBeWrong / static_cast<double>(questions) / (static_cast<double>(look) * (look + 1.0));
}

SpeedVerdict verdict_of(const RatioInterval& interval, double slower_than) {
  if (interval.low > slower_than) return SpeedVerdict::kSlower;
  return interval.high <= slower_than ? SpeedVerdict::kNotSlower : SpeedVerdict::kUnknown;
}

bool is_settled(const RatioInterval& interval, double slower_than, double precision, bool needs_only_verdict) {
  if (verdict_of(interval, slower_than) == SpeedVerdict::kUnknown) return false;
  return needs_only_verdict || interval.width() <= precision * interval.ratio;
}

}  // namespace replay
