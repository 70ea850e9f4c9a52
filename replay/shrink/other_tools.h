// What other replayers need so that they show a fault as well. Those of apitrace give a window its size at the end of a
// frame, and show garbage where nothing was drawn; a window of ours has its size at once, and is cleared.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "replay/shrink/candidate.h"

namespace replay {

// A frame that ends before anything is drawn, and the clear that makes a window what ours are at first.
struct EmptyFrame {
  std::uint64_t before = 0;          // the number of the call that it comes before
  std::vector<loaders::Call> calls;  // they borrow from the recording, and from `values`
  std::deque<loaders::Value> values;
};

// For the window that the candidate draws into first. Nothing when the recording does not tell how its frames end.
std::optional<EmptyFrame> empty_frame(const StoredRecording& recording, const Candidate& candidate);

// The call that tells other replayers the size of the window that `place` draws into: apitrace's window is as large as
// the viewports that it sees.
std::optional<EntryIndex> viewport_before(const StoredRecording& recording, EntryIndex place);

}  // namespace replay
