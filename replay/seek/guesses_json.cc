#include "replay/seek/guesses_json.h"

#include <nlohmann/json.hpp>

namespace replay {

nlohmann::json to_json(const SeekGuesses& guesses) {
  return {{"calls", guesses.calls},
          {"copies", guesses.copies},
          {"redraws", guesses.redraws},
          {"state", guesses.state},
          {"not_redrawn", guesses.not_redrawn}};
}

SeekGuesses guesses_of(const nlohmann::json& in) {
  return {.calls = in.at("calls").get<bool>(),
          .copies = in.at("copies").get<bool>(),
          .redraws = in.at("redraws").get<bool>(),
          .state = in.at("state").get<bool>(),
          .not_redrawn = in.at("not_redrawn").get<std::vector<std::uint16_t>>()};
}

}  // namespace replay
