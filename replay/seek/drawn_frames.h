// DrawnFrames: what a recording draws from its first call on, for plans of any of its frames without reading it again.
//
// Made by a DrawingHistory that has followed the recording as far as it could. An index file keeps it (`replay index`).
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <vector>

#include "loaders/base/result.h"
#include "replay/base/call_set.h"
#include "replay/seek/guesses.h"
#include "replay/seek/liveness.h"
#include "replay/seek/segments.h"

namespace replay {

struct DrawnFrames {
  std::vector<DrawingStep> steps;
  // By frame: how many steps come before its end. Frames that could not be followed are missing.
  std::vector<std::uint32_t> frame_ends;
  std::vector<std::uint16_t> shown;  // by frame: the images that its picture may show
  std::size_t windows = 0;
  std::vector<Surface> surfaces;
  std::vector<TargetSurfaces> targets;
  ImageSets image_sets;
  Areas areas;
  std::vector<Segment> segments;
  std::vector<loaders::PackedChunk> chunks;  // of the container, where parts can be passed over
  bool targets_are_known = true;
  bool queries_matter = false;
  bool relies_on_programs = false;  // it is right if GL makes programs current that were linked (sampled_units.h)
  std::uint32_t texture_units = 0;  // the same if GL has so many; 0: every driver has enough

  bool relies_on_driver() const { return relies_on_programs || texture_units > 0; }

  // The drawing calls that a replay to pictures of these frames may leave out. Nothing when it cannot tell: the set has
  // no end, or frames that are missing here, or it relies on what is not to be guessed.
  std::optional<DeadCalls> dead_calls(const CallSet& frames, const SeekGuesses& guesses) const;

  // The same where `steps` holds the pictures that are wanted. `goes_on`: frames after the last are to be right as
  // well.
  DeadCalls dead_calls_of_all(bool goes_on, const SeekGuesses& guesses, Redraws redraws) const;

  // Of this; it has to live as long.
  Destinations destinations() const;

  nlohmann::json to_json() const;
  // Takes what to_json() makes; anything else is an error.
  static loaders::Result<DrawnFrames> from_json(const nlohmann::json& json);
};

}  // namespace replay
