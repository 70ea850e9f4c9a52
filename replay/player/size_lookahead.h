// SizeLookahead: knows how large each drawable is before anything is drawn into it.
//
// A recording tells the size of a window in a call of its own (replayDrawableSize, wip15DrawableSize), and not always
// in time: some recorders write it right after the window became current, some only after the first swap, some never. A
// surface that is made with the wrong size and resized later has garbage in that frame. So batches pass through here on
// their way to the player, and are held back as long as the size of a drawable that they draw into is open:
//
//   MakeCurrent(window) .. draws .. Swap, size 300x200 .. draws .. Swap
//   |<------ held until here -------------->|
//
// A drawable whose size was recorded before it was drawn into is never waited for again. For the others each stretch
// from one swap to the next is held. A size that comes right after a swap counts for the stretch before it if that
// stretch set a viewport of exactly this size: the window had it by then.
//
// Where no size is recorded, viewports decide (stretch.h). A viewport that the tracer wrote when a context first became
// current is the size that the window had then. Where the tracer wrote none, the first stretch takes the largest
// viewport that is set. After that a window is resized when the program draws through another viewport that begins at
// the window's corner. The window grows at once. It shrinks only if the program has drawn into all of it before, for a
// program may always draw into a part of its window.
//
// A size is attached to the call with which its stretch begins, not to the batch. Window systems use the numbers of
// windows again, also within a batch, so a size for the whole batch could be given to another window.
//
// Some programs query a config only when a context of it is current, and its window exists by then. So the answers are
// attached to the first batch that is still held.
//
// What comes in a later stretch before the window is drawn into needs no size, and is not held: a program that loads
// its textures between two frames takes no memory for it.
//
// The amount that is held has a limit. When it is reached, what is known by then decides.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "loaders/stream/batch.h"
#include "replay/calls/config_answers.h"
#include "replay/calls/frame_calls.h"
#include "replay/player/stretch.h"
#include "replay/player/viewports.h"

namespace replay {

struct DrawableSize {
  std::uint64_t drawable = 0;  // the recorded number
  int width = 0, height = 0;
  std::size_t at = 0;  // the size applies from this call of its batch on
  bool operator==(const DrawableSize&) const = default;
};

// A batch, with the sizes that apply from some of its calls on, in the order of those calls, and with the answers that
// the program gets later about the formats in use.
struct PlannedBatch {
  std::unique_ptr<loaders::Batch> batch;
  std::vector<DrawableSize> sizes = {};
  std::vector<ConfigAnswer> configs = {};
  std::size_t bytes = 0;  // what the batch counts for in the queue
};

class SizeLookahead {
 public:
  static constexpr std::size_t kMaxHeldBatches = 256;
  static constexpr std::size_t kMaxHeldBytes = std::size_t{64} << 20;
  static constexpr std::size_t kMaxAnswers = 65536;  // more than all configs times all of their attributes
  // A damaged file could name any number of drawables. Those above this number are ignored.
  static constexpr std::size_t kMaxDrawables = 1024;
  static constexpr std::size_t kMaxThreads = 1024;

  // Takes the next batch of the recording. Appends those that need not be held any longer to `ready`, in order.
  void push(std::unique_ptr<loaders::Batch> batch, std::vector<PlannedBatch>& ready);

  std::size_t followed() const { return drawables_.size(); }

  // To be called when the recording has ended and nothing more will be known.
  void finish(std::vector<PlannedBatch>& ready);

 private:
  using Size = WindowSize;
  // A call, by the sequence number of its batch.
  struct CallPosition {
    std::uint64_t batch = 0;
    std::size_t call = 0;
  };
  struct Tracked {
    Size size;                    // the size that was recorded or decided last
    bool has_size = false;        // a size was recorded
    bool had_early_size = false;  // a size was recorded before a draw, so this drawable need not be waited for
    bool drawn_in_full = false;   // draws have filled `size`
    bool copied_in_full = false;  // and all of them were copies from another image
    bool swapped = false;         // the open stretch has just ended; the next call may give its size
    bool was_shown = false;       // a stretch has ended
    bool doomed = false;          // destroyed; forgotten when it is current on no thread any longer
    std::size_t users = 0;        // the number of threads on which it is current
    Stretch stretch;
    std::optional<CallPosition> open_since;  // where the open stretch began
  };

  void follow(const loaders::Call& call);
  void end_frame(const loaders::Call& call);
  // Returns null for drawable 0, and when too many drawables are followed already.
  Tracked* track(std::uint64_t drawable);
  Tracked* current(std::uint32_t thread);
  void make_current(std::uint32_t thread, std::uint64_t drawable);
  void leave(std::uint64_t drawable);
  void note_size(std::uint64_t drawable, Size size);
  void note_hint(const SizeHint& word);
  void forget(std::uint64_t drawable);
  void seen(std::uint64_t drawable, Tracked& tracked, const Viewports::Event& event);
  void swap(std::uint64_t drawable);
  void open(std::uint64_t drawable, Tracked& tracked);
  void close(std::uint64_t drawable, Tracked& tracked);
  // Gives the open stretch this size from its beginning on. A limit may replace it by another size.
  void plan(std::uint64_t drawable, const Tracked& tracked, Size size);
  // Ends the open stretch with `size`.
  void decide(std::uint64_t drawable, Tracked& tracked, Size size);
  void settle_swapped();
  Size best_guess(const Tracked& tracked) const;
  void release(std::vector<PlannedBatch>& ready);
  void decide_all();
  void begin_undrawn_here();
  PlannedBatch& held(std::uint64_t sequence) { return held_[sequence - first_held_]; }
  CallPosition here() const { return {first_held_ + held_.size() - 1, now_}; }

  std::unordered_map<std::uint64_t, Tracked> drawables_;
  std::set<std::pair<std::uint64_t, std::uint64_t>> open_;    // batch in which the stretch began, drawable
  std::vector<std::uint64_t> swapped_;                        // drawables whose stretch has just ended
  std::unordered_map<std::uint32_t, std::uint64_t> current_;  // thread -> drawable
  Viewports viewports_;
  std::deque<PlannedBatch> held_;
  std::uint64_t first_held_ = 0;  // sequence number of held_.front()
  std::size_t held_bytes_ = 0;
  std::size_t now_ = 0;  // the call of the last batch that is being looked at
  bool drawn_ = false;   // the last call that was looked at was a draw, of this thread
  std::uint32_t drawn_thread_ = 0;
};

}  // namespace replay
