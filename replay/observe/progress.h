// Progress: says on the terminal, once in a while, how far a replay is (replay/base/progress_line.h).
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "replay/observe/observer.h"

namespace replay {

// Where a replay is to end, and how often it is played.
struct ReplayGoal {
  std::optional<std::uint64_t> last_frame{};  // none: it ends with the recording
  std::int64_t loop = 1, loops = 1;           // this one, from 1, and how many there are
};

struct ReplayPosition {
  std::uint64_t frame = 0, call = 0;
  double part_read = 0;  // of the recording, from 0 to 1; 0: not known
  double seconds = 0;    // since the replay began
};

// "loop 2 of 5, frame 120 of 676, call 81234, 250000 calls/s, 12 s left".
std::string progress_text(const ReplayGoal& goal, const ReplayPosition& position);

class Progress : public Observer {
 public:
  void begin(const ReplayGoal& goal);
  void frame_shown(Dispatcher&, std::uint64_t frame) override;
  void finished(Dispatcher&) override;

 private:
  ReplayGoal goal_;
  std::chrono::steady_clock::time_point begin_{};
};

}  // namespace replay
