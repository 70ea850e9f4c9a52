// Watchers: the observers of one round of a replay. Those that the options do not ask for are not there.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "replay/dispatch/self_check.h"
#include "replay/observe/driver_check.h"
#include "replay/observe/expectation.h"
#include "replay/observe/frame_times.h"
#include "replay/observe/heap_watch.h"
#include "replay/observe/progress.h"
#include "replay/observe/recorded_returns.h"
#include "replay/observe/snapshots.h"
#include "replay/observe/states.h"
#include "replay/profile/call_profile.h"
#include "replay/session/prepare.h"

namespace replay {

struct Watchers {
  // `prepared` is borrowed. `takes_pictures`: this round takes pictures.
  Watchers(const Prepared& prepared, bool takes_pictures);

  // Returns the observers in the order in which they are called. `frame_times` belong to all rounds; in a benchmark
  // they are used instead of the progress.
  std::vector<Observer*> all(FrameTimes& frame_times);

  HeapWatch heap;
  DriverCheck driver_check;
  Progress progress;
  std::optional<CallProfile> profile;
  std::string profile_trace;  // the file for its timeline; empty: none
  bool is_benchmark, takes_pictures;
  Snapshots snapshots;
  std::optional<Expectation> expectation;
  std::optional<States> states;
  std::optional<SelfCheck> self_check;
  std::optional<RecordedReturns> recorded_returns;
};

}  // namespace replay
