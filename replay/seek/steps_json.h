// The steps of a recording as JSON, for the index of a trace.
//
// A recording has millions of steps, which are of few kinds. So each kind is a row of numbers, and the steps are bytes
// in base64: for each step the number of its kind, how far behind the calls before its first call is, and how many
// calls come after that one. This takes 4 characters where a row of numbers takes 40, and no memory for rows.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <vector>

#include "loaders/base/result.h"
#include "replay/seek/liveness.h"

namespace replay {

// More are not read, for whoever writes an index decides how many there are.
constexpr std::size_t kMaxIndexedSteps = std::size_t{1} << 22;

nlohmann::json steps_json(std::span<const DrawingStep> steps);

// Takes what steps_json() makes; anything else is an error, or throws nlohmann::json::exception. Steps that have calls
// are in the order of them. What the numbers of a step refer to is not checked.
loaders::Result<std::vector<DrawingStep>> steps_of(const nlohmann::json& in);

}  // namespace replay
