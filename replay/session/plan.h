// The second phase of a replay, before each round: which calls are watched, where it ends, and what it may leave out on
// its way there.
#pragma once

#include <cstdint>
#include <optional>

#include "replay/base/call_set.h"
#include "replay/player/unswapped_frame.h"
#include "replay/seek/seek_analysis.h"
#include "replay/seek/seek_plan.h"
#include "replay/session/prepare.h"

namespace replay {

struct Plan {
  CallSet watched{};                                       // calls after which an observer looks
  std::optional<std::uint64_t> last_frame{}, last_call{};  // none: the replay ends with the recording
  std::optional<LastDraw> unswapped{};                     // what stands for the frame of a recording without a swap
  SeekPlan seek{};
};

// `takes_pictures`: this round takes pictures. `guesses`: what is left out may rest on guesses, and playing the plan
// may throw WrongGuess. `kept`: the analysis that an earlier call for the same round has made, if it left one.
Plan make_plan(const Prepared& prepared, bool takes_pictures, const SeekGuesses& guesses,
               std::optional<SeekAnalysis>& kept);

}  // namespace replay
