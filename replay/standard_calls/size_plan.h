// The sizes of the drawables of a recording, found beforehand. A recording may give a size later than the first call
// that draws with it (player/size_lookahead.h), but a recording that is written should have it in time.
#pragma once

#include <cstdint>
#include <vector>

#include "loaders/stream/call_source.h"

namespace replay {

// From call `number` on, `drawable` has this size.
struct SizeChange {
  std::uint64_t number = 0;
  std::uint64_t drawable = 0;  // the recorded number; of a canvas, its number
  int width = 0, height = 0;
};

// Ascending by the numbers of calls.
using SizePlan = std::vector<SizeChange>;

// Reads the rest of `source`, up to its end or to what is damaged.
SizePlan plan_sizes(loaders::CallSource& source);

}  // namespace replay
