// TraceIndex: the file beside a trace that tells what reading the trace once tells: frames, sizes, needs, and what its frames draw.
// A replay to a frame that finds it need not read the trace to plan what it may leave out.
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

// The name of a trace's index: that of the trace with ".index" after it.
std::string index_file_of(const std::string& trace);

// The content of the index. `info`: what `replay info --json` says of the trace. Where the steps of `drawn` would be too many to be read
// again, `drawn` is emptied.
loaders::Result<std::string> index_text(const std::string& trace, const nlohmann::json& info, DrawnFrames& drawn);

// The index of `trace`. Nothing when there is none; and, after a warning, when it is not of this trace (which is read to tell: size and
// hash have to be the same) or is no index.
std::optional<TraceIndex> find_index(const std::string& trace);

}  // namespace replay
