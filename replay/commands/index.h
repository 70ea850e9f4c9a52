// `replay index TRACE`: writes beside a trace what reading it once tells: frames, sizes, needs, and what its frames
// draw. A replay to a frame that finds it there need not read the trace to plan what it may leave out.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "replay/command_line/options.h"
#include "replay/seek/drawn_frames.h"

namespace replay {

struct TraceIndex {
  std::uint64_t frames = 0;  // as replay counts them
  bool whole = false;        // nothing is wrong with the trace
  DrawnFrames drawn;
};

// That of `trace`, in the file of its name with ".index" behind it. Nothing when there is none; and, after a warning,
// when it is not of this trace (which is read to tell: size and hash have to be the same) or is no index.
std::optional<TraceIndex> find_index(const std::string& trace);

// The exit code of the program. What escapes as an exception is a 125 in main().
int run_index(const IndexOptions& options);

}  // namespace replay
