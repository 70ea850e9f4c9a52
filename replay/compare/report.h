// What `replay compare` tells: lines for people, and JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "replay/compare/comparison.h"
#include "replay/compare/where.h"

namespace replay {

struct ComparedTrace {
  std::string trace, good, bad;          // as given
  std::uint64_t first = 0, last = 0;     // the frames that were measured
  std::uint64_t frames = 0, passes = 1;  // how many the recording has, and how often the frames were played
  ComparisonRules rules;
  ComparisonResult result;
  std::vector<PlaceDifference> where;     // the bad side is slower; empty when it is not, or nobody asked
  std::optional<MeanInterval> own_share;  // of the good side; nothing when nobody asked, or it cannot be known
};

// Names and values: the sides, the frames, the rounds.
std::vector<std::pair<std::string, std::string>> facts_of(const ComparedTrace& compared);
// The median over the replays of a side, by frame.
std::vector<double> medians_by_frame(const std::vector<Measurement>& side, std::vector<double> FrameCosts::*list);

std::string to_text(const ComparedTrace& compared);
nlohmann::json to_json(const ComparedTrace& compared);

// "slower", "not slower", "cannot tell".
const char* to_word(SpeedVerdict verdict);
// "1.052 [1.047, 1.058]".
std::string to_string(const RatioInterval& interval);

}  // namespace replay
