// LastCallReporter: notes in the last-call page how far the replay has come.
#pragma once

#include <cstdint>

#include "replay/observe/observer.h"

namespace replay {

// Notes the frames, the beginning and the end of a replay. The player itself notes the calls.
class LastCallReporter : public Observer {
 public:
  LastCallReporter();

  void frame_shown(Dispatcher&, std::uint64_t frame) override;
  void finished(Dispatcher&) override;
};

}  // namespace replay
