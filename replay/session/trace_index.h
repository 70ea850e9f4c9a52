// TraceIndex: the file beside a trace that has what reading the trace once shows: frames, sizes, what it needs from a
// driver, and what its frames draw. A replay to a frame that finds the index need not read the trace to plan what it
// may leave out.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "loaders/base/result.h"
#include "replay/seek/drawn_frames.h"

namespace replay {

struct TraceIndex {
  std::uint64_t frames = 0;  // as replay counts them
  bool whole = false;        // nothing is wrong with the trace
  DrawnFrames drawn;
};

// Returns the name of a trace's index: that of the trace with ".index" after it.
std::string index_file_of(const std::string& trace);

// Returns the content of the index. `info` is what `replay info --json` prints for the trace. Empties `drawn` when it
// has too many steps to be read again.
loaders::Result<std::string> index_text(const std::string& trace, const nlohmann::json& info, DrawnFrames& drawn);

// Returns the index of `trace`, or nothing when there is none. Warns and returns nothing when the file is no index, or
// belongs to another trace. The trace is read to compare its size and hash.
std::optional<TraceIndex> find_index(const std::string& trace);

}  // namespace replay
