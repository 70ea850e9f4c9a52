// Redraws: the draws of a frame that may draw all of a destination anew, because the frame draws into it before it
// reads it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "replay/seek/liveness.h"

namespace replay {

// Steps from `begin` on, `end` not included: draws into one destination, in one frame, with no other step between them
// but clears of it.
struct Redraw {
  std::size_t begin = 0, end = 0;
  std::uint16_t area = 0;  // a number of Areas: what they draw all of. 0: everything
};

// By step: whether it draws into its destination, or clears it, first in its frame, before the frame reads it.
std::vector<bool> first_draws(std::span<const DrawingStep> steps, const Destinations& destinations,
                              std::span<const std::uint32_t> frame_ends);

// The redraws that can be proven, in their order. matters.about_redraws is obeyed.
std::vector<Redraw> find_redraws(std::span<const DrawingStep> steps, const Destinations& destinations,
                                 const WhatMatters& matters);

// Returns those of `redraws` that are `relied_on` (from the last to the first), and for each an early one of the same
// destination: a rehearsal. When the rehearsal shows that the program does not draw all of it anew, hardly anything
// was done that has to be done again. A rehearsal takes place among dead steps, which so become steps that are made.
std::vector<GuessedRedraw> with_rehearsals(std::span<const DrawingStep> steps, const Areas& areas,
                                           std::span<const Redraw> redraws, std::span<const std::size_t> relied_on,
                                           std::vector<bool>& is_dead);

}  // namespace replay
