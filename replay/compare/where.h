// Where the bad side is slower: the functions, programs, passes and draws whose costs differ most.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "replay/compare/measured_side.h"
#include "replay/compare/ratio.h"

namespace replay {

// Milliseconds of CPU time of all measured frames together, in a replay that measures each call.
struct PlaceDifference {
  std::string kind;  // "program", "pass", "function" or "draw"
  std::string name;
  double good = 0, bad = 0;                  // medians
  double low = 0, difference = 0, high = 0;  // of bad - good, with 95 %
};

// What the calls of one replay cost, as CallCosts::to_json() writes it.
using PlaceCosts = std::map<std::pair<std::string, std::string>, double>;  // kind and name -> milliseconds

// Replays both sides in turn. Throws CannotJudge.
std::vector<PlaceDifference> find_where(const MeasuredSide& good, const MeasuredSide& bad, double timeout);

// How much of the time of the measured frames this program takes itself, on the thread that issues the calls: it is in
// the times of both sides, and no driver can change it. Nothing where it cannot be sampled. The
// replays of `side` sample. Throws CannotJudge.
std::optional<MeanInterval> own_share(const MeasuredSide& side, double timeout);

// The dearest differences of each kind that are above 0 with 95 %, the dearest first. The first rounds choose the
// places, and the other rounds say how much they differ: places that were dear by chance when they were chosen are not
// later.
std::vector<PlaceDifference> dearest_differences(const std::vector<PlaceCosts>& good,
                                                 const std::vector<PlaceCosts>& bad, std::size_t choosing_rounds);

}  // namespace replay
