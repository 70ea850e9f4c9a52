// EditScript: how one recording becomes the other, call by call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "replay/diff_calls/object_matching.h"
#include "replay/diff_calls/outline.h"

namespace replay {

// A stretch of calls of which the same is true. Calls are counted within each recording.
struct Step {
  enum class Kind : std::uint8_t {
    kSame,
    kChanged,  // the same functions with other arguments
    kOnlyA,
    kOnlyB,
  } kind = Kind::kSame;
  std::size_t a = 0, b = 0;  // the first call on each side, or where it would be
  std::size_t calls = 0;

  bool in_a() const { return kind != Kind::kOnlyB; }
  bool in_b() const { return kind != Kind::kOnlyA; }
};

struct EditTotals {
  std::size_t same = 0, changed = 0, only_a = 0, only_b = 0;  // calls
  std::size_t frames_a = 0, frames_b = 0, same_frames = 0;

  bool differ() const { return changed + only_a + only_b > 0; }
};

struct EditScript {
  std::vector<Step> steps;
  EditTotals totals;
};

// Aligns the frames, then the calls inside of frames that belong together.
EditScript make_edit_script(const Outline& a, const Outline& b, const ObjectMatches& matches);

}  // namespace replay
