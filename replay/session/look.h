// A replay that a person looks at in a window (replay/viewer/viewer.h), as the rounds that the person asks for.
#pragma once

#include <atomic>
#include <string>

#include "replay/platform/platform.h"
#include "replay/session/prepare.h"
#include "replay/session/round.h"
#include "replay/session/summary.h"

namespace replay {

// Returns when the person ends it, or it ends by itself. Adds what was found to `summary`, also when it ends by an
// exception. `name` is what the person calls the recording, and `playing` the round that is played. Precondition: the
// platform has a display, and the recording can be read again. Throws CannotJudge.
void look(Prepared& prepared, const std::string& name, Platform& platform, std::atomic<Round*>& playing,
          Summary& summary);

}  // namespace replay
