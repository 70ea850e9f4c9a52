#include "replay/seek/guesses_json.h"

#include <nlohmann/json.hpp>
#include <set>
#include <utility>
#include <vector>

namespace replay {

nlohmann::json to_json(const SeekGuesses& guesses) {
  nlohmann::json not_redrawn = nlohmann::json::array();
  for (const NotRedrawn& each : guesses.not_redrawn)
    not_redrawn.push_back(
        {{"destination", each.destination}, {"last_call", each.last_call}, {"in_part", each.in_part}});
  return {{"calls", guesses.calls},
          {"copies", guesses.copies},
          {"redraws", guesses.redraws},
          {"state", guesses.state},
          {"not_redrawn", std::move(not_redrawn)},
          {"proven", guesses.proven}};
}

SeekGuesses guesses_of(const nlohmann::json& in) {
  std::vector<NotRedrawn> not_redrawn;
  for (const auto& each : in.at("not_redrawn").get_ref<const nlohmann::json::array_t&>())
    not_redrawn.push_back({each.at("destination").get<std::uint16_t>(), each.at("last_call").get<std::uint64_t>(),
                           each.at("in_part").get<bool>()});
  return {.calls = in.at("calls").get<bool>(),
          .copies = in.at("copies").get<bool>(),
          .redraws = in.at("redraws").get<bool>(),
          .state = in.at("state").get<bool>(),
          .not_redrawn = std::move(not_redrawn),
          .proven = in.at("proven").get<std::set<std::uint16_t>>()};
}

}  // namespace replay
