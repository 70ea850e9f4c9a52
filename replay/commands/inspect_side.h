// `replay inspect-side TRACE`: one of the two replays of `replay inspect --good --bad`, which starts it. It stores what
// it sees in a folder. It is not meant for people, and not in --help.
#pragma once

#include "replay/command_line/options.h"
#include "replay/inspect/frame_replay.h"
#include "replay/inspect/page_file.h"

namespace replay {

int run_inspect_side(const InspectSideOptions& options);

// Replays the frame and puts all that is seen into `page`: once for what it draws, and once for what that costs.
struct InspectedFrame {
  FrameReplay replay;
  std::uint64_t writes = 0;  // calls that draw
};
InspectedFrame inspect_frame(const InspectReplay& options, PageFile& page);

}  // namespace replay
