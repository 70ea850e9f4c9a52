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
  bool stopped = false;      // before the end of the recording: nothing after it was wanted
};

class Player {
 public:
  Player(loaders::CallSource& source, Dispatcher& dispatcher);

  void add_observer(Observer& observer) { observers_.push_back(&observer); }
  // Calls after which Observer::call_done is wanted. Borrowed.
  void watch_calls(const CallSet& calls) { watched_ = &calls; }
  // Marks at which Observer::mark_reached() is wanted: those whose names fit one of the patterns. Borrowed.
  void watch_marks(const std::vector<std::string>& patterns) { marks_ = &patterns; }
  // Stop when this frame, or this call, is behind us.
  void stop_after_frame(std::uint64_t frame) { last_frame_ = frame; }
  void stop_after_call(std::uint64_t call) { last_call_ = LastNumber(call); }
  // Calls that need not be made. Borrowed.
  void seek(SeekPlan& plan) { seek_ = plan.empty() ? nullptr : &plan; }
  // Takes the time of every call, instead of the player's making it alone. Borrowed.
  void profile(CallProfile& profile) { profile_ = &profile; }
  // Where each call is noted before it is made. Borrowed.
  void note_calls(CallRing& ring) { ring_ = &ring; }
  void set_pacing(Pacing& pacing) { pacing_ = &pacing; }
  // Calls that were entered and never left, as in the recording of a crash, are skipped unless this is asked for.
  void run_incomplete_calls() { runs_incomplete_ = true; }

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
  void notify_watched(const loaders::Call& call);
  void watch_from(std::uint64_t number);
  bool is_watched_mark(const loaders::Call& call) const;

  loaders::CallSource& source_;
  Dispatcher& dispatcher_;
  std::vector<Observer*> observers_;
  const CallSet* watched_ = nullptr;
  const std::vector<std::string>* marks_ = nullptr;
  CallRing own_ring_{};
  CallRing* ring_ = &own_ring_;
  SeekPlan* seek_ = nullptr;
  CallProfile* profile_ = nullptr;
  Pacing* pacing_ = nullptr;
  std::uint64_t next_watched_ = CallSet::kEnd;
  std::uint64_t plain_until_ = 0;  // calls before it may be plain
  std::uint64_t newest_ = 0;  // highest number so far
  std::optional<std::uint64_t> last_frame_;
  LastNumber last_call_;
  bool runs_incomplete_ = false;
  PlayerResult result_;
};

}  // namespace replay
