// LastCallReporter: notes in the last-call page how far the replay has come.
#pragma once

#include <cstdint>

#include "replay/observe/observer.h"

namespace replay {

// Follows a replay: its frames, and that it has begun and ended. The calls are the player's to note.
class LastCallReporter : public Observer {
 public:
  LastCallReporter();

  void frame_shown(Dispatcher&, std::uint64_t frame) override;
  void finished(Dispatcher&) override;
};

}  // namespace replay
