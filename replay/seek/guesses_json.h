// Guesses of a seek plan as JSON, as one replay tells another.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "replay/seek/guesses.h"

namespace replay {

nlohmann::json to_json(const SeekGuesses& guesses);

// Takes what to_json() makes; anything else throws nlohmann::json::exception.
SeekGuesses guesses_of(const nlohmann::json& in);

}  // namespace replay
