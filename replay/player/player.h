// Player: runs a recording. One thread reads and decodes ahead, and this one issues the calls. A bounded queue connects
// them.
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
#include "replay/player/held_recording.h"
#include "replay/player/size_lookahead.h"
#include "replay/player/unswapped_frame.h"
#include "replay/player/wireframe.h"
#include "replay/process/call_ring.h"
#include "replay/profile/call_profile.h"
#include "replay/seek/seek_plan.h"

namespace replay {

// Pacing: what a person at the window wants. It is asked between frames. While the replay pauses, it returns only to go
// on.
class Pacing {
 public:
  virtual ~Pacing() = default;
  // Return false to end the replay here. next_call() is asked after each call that is watched, once the observers have
  // seen it. Before next_frame() returns it may change which calls are watched.
  virtual bool next_frame(std::uint64_t frame) = 0;
  virtual bool next_call(const loaders::Call&) { return true; }
};

struct PlayerResult {
  std::uint64_t calls = 0;      // the calls of the recording that were reached, without derived ones
  std::uint64_t frames = 0;     // completed
  bool trailing_calls = false;  // calls after the last swap
  std::uint64_t left_out = 0;   // how many of these calls the seek plan left out
  bool lacks_frame = false;     // no swap and no window: frame 0 shows a framebuffer object
  bool stopped = false;         // the replay ended before the recording, because nothing after that was wanted
};

// What a replay does besides making the calls. The player borrows what the pointers lead to. Each may be null.
struct PlayerOptions {
  std::vector<Observer*> observers{};
  const CallSet* watched_calls = nullptr;  // Observer::call_done() is called after these calls
  // Observer::mark_reached() is called at marks that fit one of these patterns.
  const std::vector<std::string>* watched_marks = nullptr;
  std::optional<std::uint64_t> last_frame{}, last_call{};  // the replay stops after them
  // After which the only frame of a recording without a swap is looked at; none: at its end.
  std::optional<LastDraw> unswapped{};
  SeekPlan* seek = nullptr;        // says which calls need not be made
  CallProfile* profile = nullptr;  // measures the time of every call
  Wireframe* wireframe = nullptr;  // makes draws with lines
  CallRing* ring = nullptr;        // each call is noted there before it is made
  Pacing* pacing = nullptr;
  bool tells_calls = false;            // logs each call before it is made
  bool runs_incomplete_calls = false;  // makes calls that were entered and never left, as in the recording of a crash
};

class Player {
 public:
  Player(loaders::CallSource& source, Dispatcher& dispatcher, const PlayerOptions& options);

  // Throws CannotJudge; result() then says how far the replay came. The source's error() says afterwards what is wrong
  // with the file.
  const PlayerResult& run();
  // Plays what is held in memory, without a thread that reads ahead.
  const PlayerResult& run(HeldRecording& held);
  const PlayerResult& result() const { return result_; }

 private:
  void note_answers(const PlannedBatch& planned);
  const PlayerResult& finish();
  bool play(const PlannedBatch& planned);
  bool play(std::span<const loaders::Call> calls);
  bool pass(std::span<const loaders::Call> calls);
  bool play(const loaders::Call& call);
  bool is_plain(const loaders::Call& call) const;
  void issue(const loaders::Call& call);
  void tell(const loaders::Call& call) const;
  void skip_incomplete(const loaders::Call& call);
  void make(const loaders::Call& call);
  bool end_frame(const loaders::Call& swap);
  void end_without_swap();
  void show_unswapped(Drawable* drawable);
  bool is_watched(const loaders::Call& call) const;
  void notify_begins(const loaders::Call& call);
  bool notify_watched(const loaders::Call& call);
  void watch_from(std::uint64_t number);
  bool is_watched_mark(const loaders::Call& call) const;

  loaders::CallSource& source_;
  Dispatcher& dispatcher_;
  PlayerOptions options_;
  CallRing own_ring_{};
  std::uint64_t next_watched_ = CallSet::kEnd;
  std::uint64_t plain_until_ = 0;  // calls before this one may be plain
  std::uint64_t newest_ = 0;       // the highest number so far
  LastNumber last_call_;
  bool unswapped_is_shown_ = false;
  PlayerResult result_;
};

}  // namespace replay
