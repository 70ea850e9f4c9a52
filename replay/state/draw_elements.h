// Which vertices a draw reads: the numbers of its indices, or those one after the other.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "replay/calls/draw_call.h"
#include "replay/state/parts.h"

namespace replay::state {

struct DrawElements {
  static constexpr std::int64_t kEnd = INT64_MIN;  // in `numbers`: a primitive ends here

  std::vector<std::int64_t> numbers;  // of vertices, with the base vertex, in the order of the draw
  std::int64_t total = 0;             // how many the draw has; `numbers` may have fewer
  std::int64_t instances = 1;         // the most that a range has
  std::int64_t base_instance = 0;
  std::vector<std::string> notes;  // sentences: what is not known, and why
};

// At most `most` elements. Same precondition as draw_vertices().
DrawElements draw_elements(const Asked& asked, const DrawCall& draw, std::size_t most);

}  // namespace replay::state
