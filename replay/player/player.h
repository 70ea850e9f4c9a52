// Player: runs a recording. One thread reads and decodes ahead, this one issues the calls; a bounded queue lies between.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "loaders/stream/call_source.h"
#include "replay/base/call_set.h"
#include "replay/dispatch/dispatcher.h"
#include "replay/observe/observer.h"
#include "replay/observe/call_profile.h"
#include "replay/player/size_lookahead.h"
#include "replay/player/unswapped_frame.h"
#include "replay/process/call_ring.h"
#include "replay/seek/seek_plan.h"

namespace replay {

// What a person at the window wants. Asked between frames and, while paused, until it says to go on.
class Pacing {
 public:
  virtual ~Pacing() = default;
  // False: stop here.
  virtual bool next_frame(std::uint64_t frame) = 0;
};

struct PlayerResult {
  std::uint64_t calls = 0;   // of the recording that were reached, derived ones not counted
  std::uint64_t frames = 0;  // completed
  bool trailing_calls = false;  // calls after the last swap
  std::uint64_t left_out = 0;  // of these calls, by the seek plan
  bool lacks_frame = false;  // no swap and no window: frame 0 shows a framebuffer object
  bool stopped = false;      // before the end of the recording: nothing after it was wanted
};

// What a replay does beside making the calls. What the pointers lead to is borrowed; each may be null.
struct PlayerOptions {
  std::vector<Observer*> observers{};
  const CallSet* watched_calls = nullptr;                   // Observer::call_done() is called after these
  const std::vector<std::string>* watched_marks = nullptr;  // Observer::mark_reached() is called at marks that fit one of these patterns
  std::optional<std::uint64_t> last_frame{}, last_call{};   // the replay stops after them
  std::optional<LastDraw> unswapped{};  // after which the only frame of a recording without a swap is looked at; none: at its end
  SeekPlan* seek = nullptr;                                 // tells which calls need not be made
  CallProfile* profile = nullptr;                           // takes the time of every call
  CallRing* ring = nullptr;                                 // each call is noted there before it is made
  Pacing* pacing = nullptr;
  bool runs_incomplete_calls = false;  // calls that were entered and never left, as in the recording of a crash
};

class Player {
 public:
  Player(loaders::CallSource& source, Dispatcher& dispatcher, const PlayerOptions& options);

  // Throws CannotJudge; result() then tells how far it came. What the file itself has wrong is in the source's error()
  // afterwards.
  const PlayerResult& run();
  const PlayerResult& result() const { return result_; }

 private:
  bool play(const PlannedBatch& planned);
  bool play(std::span<const loaders::Call> calls);
  bool play(const loaders::Call& call);
  bool is_plain(const loaders::Call& call) const;
  void issue(const loaders::Call& call);
  void skip_incomplete(const loaders::Call& call);
  void make(const loaders::Call& call);
  bool end_frame(const loaders::Call& swap);
  void end_without_swap();
  void show_unswapped(Drawable* drawable);
  void notify_watched(const loaders::Call& call);
  void watch_from(std::uint64_t number);
  bool is_watched_mark(const loaders::Call& call) const;

  loaders::CallSource& source_;
  Dispatcher& dispatcher_;
  PlayerOptions options_;
  CallRing own_ring_{};
  std::uint64_t next_watched_ = CallSet::kEnd;
  std::uint64_t plain_until_ = 0;  // calls before it may be plain
  std::uint64_t newest_ = 0;  // highest number so far
  LastNumber last_call_;
  bool unswapped_is_shown_ = false;
  PlayerResult result_;
};

}  // namespace replay
