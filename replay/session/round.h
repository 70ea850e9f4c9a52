// Round: the recording played once, or as much of it as the plan wants, and what the watchers found.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "loaders/stream/call_source.h"
#include "replay/observe/frame_times.h"
#include "replay/platform/platform.h"
#include "replay/session/plan.h"
#include "replay/session/playback.h"
#include "replay/session/prepare.h"
#include "replay/session/summary.h"
#include "replay/session/watchers.h"

namespace replay {

// Who a round is played for.
struct Audience {
  Pacing& pacing;
  // Of a viewer, which shows pictures that it takes; null: the windows of the recording are shown. `watched` are calls
  // that it wants to see, and replaces those of the plan.
  Observer* viewer = nullptr;
  const CallSet* watched = nullptr;
  Wireframe* wireframe = nullptr;
};

class Round {
 public:
  // `prepared`, `platform`, `frame_times` and those of the audience are borrowed. `takes_pictures`: those that the
  // options ask for.
  Round(const Prepared& prepared, std::unique_ptr<loaders::CallSource> source, Platform& platform,
        FrameTimes& frame_times, bool takes_pictures, const Audience& audience);

  // Plays the recording. Adds what was found to `summary`, also when it ends by an exception. Throws CannotJudge.
  // Throws WrongGuess when the plan rests on one; then only the pictures are in `summary`. They are right, and the
  // round that begins again does not take them again.
  void play(Plan plan, std::int64_t loop, Summary& summary);

  // Adds what was found until now; to be called from another thread when the one that plays is stopped forever.
  // `pictures_may_hang`: the crash may have happened in one of the threads that write pictures.
  void salvage(Summary& summary, bool pictures_may_hang);

  // Writes the end of what --state asks for. Throws CannotJudge when there is none.
  void finish_states();

 private:
  PlayerOptions player_options(Plan& plan);
  void collect(Summary& summary, bool pictures_may_hang = false);
  std::string no_frame_text() const;

  const ReplayOptions& options_;
  std::unique_ptr<loaders::CallSource> source_;
  Playback playback_;
  FrameTimes& frame_times_;
  Watchers watchers_;
  Audience audience_;
  std::optional<LastDraw> unswapped_;  // of the plan
  std::chrono::steady_clock::time_point begin_{};
  bool is_playing_ = false, is_collected_ = false;
};

// Makes a round visible to the last will for as long as the round lives.
class Published {
 public:
  Published(std::atomic<Round*>& place, Round& round) : place_(place) { place_ = &round; }
  ~Published() { place_ = nullptr; }
  Published(const Published&) = delete;
  Published& operator=(const Published&) = delete;

 private:
  std::atomic<Round*>& place_;
};

}  // namespace replay
