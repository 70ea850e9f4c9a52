#include "replay/compare/where.h"

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <set>

#include "replay/base/cannot_judge.h"
#include "replay/compare/comparison.h"

namespace replay {
namespace {

using PlaceKey = std::pair<std::string, std::string>;

constexpr std::size_t kChoosingRounds = 4, kMeasuringRounds = 10;
constexpr std::size_t kShown = 5;  // of each kind

PlaceCosts costs_of(const nlohmann::json& answer) {
  PlaceCosts costs;
  for (const auto& place : answer.at("places"))
    costs[{place.at("kind"), place.at("name")}] += place.at("ms").get<double>();
  return costs;
}

double cost_at(const PlaceCosts& costs, const PlaceKey& key) {
  const auto found = costs.find(key);
  return found == costs.end() ? 0 : found->second;
}

std::vector<double> differences(const std::vector<PlaceCosts>& good, const std::vector<PlaceCosts>& bad,
                                const PlaceKey& key, std::size_t from, std::size_t to) {
  std::vector<double> values;
  for (std::size_t i = from; i < to; ++i) values.push_back(cost_at(bad[i], key) - cost_at(good[i], key));
  return values;
}

// The places of each kind that seem to differ most.
std::vector<PlaceKey> chosen_places(const std::vector<PlaceCosts>& good, const std::vector<PlaceCosts>& bad,
                                    std::size_t rounds) {
  std::set<PlaceKey> all;
  for (std::size_t i = 0; i < rounds; ++i) {
    for (const auto& [key, ms] : good[i]) all.insert(key);
    for (const auto& [key, ms] : bad[i]) all.insert(key);
  }
  std::map<std::string, std::vector<std::pair<double, PlaceKey>>> by_kind;
  for (const PlaceKey& key : all) by_kind[key.first].emplace_back(median(differences(good, bad, key, 0, rounds)), key);
  std::vector<PlaceKey> chosen;
  for (auto& [kind, places] : by_kind) {
    std::ranges::sort(places, std::greater());
    for (std::size_t i = 0; i < std::min(places.size(), kShown); ++i) chosen.push_back(places[i].second);
  }
  return chosen;
}

}  // namespace

std::vector<PlaceDifference> dearest_differences(const std::vector<PlaceCosts>& good,
                                                 const std::vector<PlaceCosts>& bad, std::size_t choosing_rounds) {
  std::vector<PlaceDifference> found;
  const std::size_t rounds = std::min(good.size(), bad.size());
  if (rounds <= choosing_rounds) return found;
  for (const PlaceKey& key : chosen_places(good, bad, choosing_rounds)) {
    constexpr double kConfidence = 0.95;
    const MeanInterval interval = mean_interval(differences(good, bad, key, choosing_rounds, rounds), kConfidence);
    if (!(interval.low > 0)) continue;
    const auto of = [&](const std::vector<PlaceCosts>& side) {
      std::vector<double> costs;
      for (std::size_t i = choosing_rounds; i < rounds; ++i) costs.push_back(cost_at(side[i], key));
      return median(std::move(costs));
    };
    found.push_back({.kind = key.first,
                     .name = key.second,
                     .good = of(good),
                     .bad = of(bad),
                     .low = interval.low,
                     .difference = interval.mean,
                     .high = interval.high});
  }
  std::ranges::stable_sort(found, std::greater(), &PlaceDifference::difference);
  return found;
}

std::optional<MeanInterval> own_share(const MeasuredSide& side, double timeout) {
  constexpr std::uint64_t kEnough = 2000;
  constexpr int kMostReplays = 8;
  std::uint64_t own = 0, all = 0;
  for (int replay = 0; replay < kMostReplays && all < kEnough; ++replay) {
    const nlohmann::json answer = side.ask(std::max(timeout, kLeastPatience));
    own += answer.at("samples").at("own").get<std::uint64_t>();
    all += answer.at("samples").at("all").get<std::uint64_t>();
  }
  return all == 0 ? std::nullopt : std::optional(share_of(own, all));
}

std::vector<PlaceDifference> find_where(const MeasuredSide& good, const MeasuredSide& bad, double timeout) {
  const auto begin = std::chrono::steady_clock::now();
  std::vector<PlaceCosts> good_costs, bad_costs;
  for (std::size_t round = 0; round < kChoosingRounds + kMeasuringRounds; ++round) {
    if (std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() > timeout) break;
    const bool begins_bad = round % 2 == 1;
    for (const bool is_bad : {begins_bad, !begins_bad})
      (is_bad ? bad_costs : good_costs)
          .push_back(costs_of((is_bad ? bad : good).ask(std::max(timeout, kLeastPatience))));
  }
  return dearest_differences(good_costs, bad_costs, kChoosingRounds);
}

}  // namespace replay
