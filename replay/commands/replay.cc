#include "replay/commands/replay.h"

#include "replay/process/heap.h"
#include "replay/process/supervise.h"
#include "replay/session/session.h"

namespace replay {

int run_replay(const ReplayOptions& options) {
  if (needs_child(options.supervision)) return supervise(options.supervision);
  keep_small_freed_memory();
  return replay_session(options);
}

}  // namespace replay
