// Groups: what is dropped together while a recording becomes smaller, from large to small: frames, debug groups and
// passes, draws, objects with all that makes them, functions, single calls.
#pragma once

#include <vector>

#include "replay/shrink/dependencies.h"
#include "replay/shrink/stored_recording.h"

namespace replay {

using Group = std::vector<EntryIndex>;

struct Level {
  const char* name;  // for people: "frames"
  std::vector<Group> (*groups)(const StoredRecording&, const Dependencies&, const std::vector<bool>& kept);
  bool drops_draws = false;  // afterwards much may be left that only they needed
};

// In the order in which they are tried. The groups of a level are made of what is kept then.
extern const std::vector<Level> kCoarseLevels;  // once
extern const std::vector<Level> kFineLevels;    // again and again, until nothing can be dropped

// The group of each draw that is kept, in order.
std::vector<Group> draws(const StoredRecording& recording, const Dependencies& dependencies,
                         const std::vector<bool>& kept);

}  // namespace replay
