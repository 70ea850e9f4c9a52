// The fourth phase of a replay: writes what a round found into the summary.
#pragma once

#include "loaders/stream/call_source.h"
#include "replay/session/playback.h"
#include "replay/session/summary.h"
#include "replay/session/watchers.h"

namespace replay {

// Adds calls, frames, what the dispatcher counted, the driver, and what is wrong with the file.
void collect_playback(Summary& summary, Playback& playback, const loaders::CallSource& source);

// Adds the pictures, and what is wrong with them. Waits until all are written, unless `may_hang`.
void collect_pictures(Summary& summary, Snapshots& snapshots, bool may_hang);

// Adds pictures, verdicts and figures. Waits until all pictures are written, unless `pictures_may_hang`.
void collect_watchers(Summary& summary, Watchers& watchers, bool pictures_may_hang);

}  // namespace replay
