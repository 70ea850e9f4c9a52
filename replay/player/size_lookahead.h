// SizeLookahead: knows how large each drawable is before anything is drawn into it.
//
// A recording tells the size of a window in a call of its own (replayDrawableSize, wip15DrawableSize), and not always in time:
// some recorders write it right after the window became current, some only after the first swap, some never. A surface that
// is made with the wrong size and resized later has garbage in that frame. So batches pass through here on their way to the
// player, and are held back as long as the size of a drawable that they draw into is open:
//
//   MakeCurrent(window) .. draws .. Swap, size 300x200 .. draws .. Swap
//   |<------ held until here -------------->|
//
// A drawable whose size was told before it was drawn into is never waited for again. For the others each stretch from one
// swap to the next is held, and what was said right after a swap counts for the stretch before it if that stretch set a
// viewport of exactly this size: the window had it by then.
//
// Without a word on the size, viewports decide (stretch.h). What the tracer wrote as a viewport when a context first became current
// is the size that the window had then; where it wrote none, the first stretch takes the largest one that is set. After that a
// window is resized when the program draws through another viewport that begins at the window's corner: it grows at once, and
// shrinks only if it was drawn in full before, for a program may draw into a part of its window all the time.
//
// A size goes to the call with which its stretch begins: window systems use numbers again, within a batch too, and a size for
// the whole batch would be that of another window.
//
// Some programs ask what a config is only when a context of it is current, and its window is made by then. So answers go with
// the first batch that is still held.
//
// The hold has a limit; when it is reached, what is known by then decides.
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
  std::uint64_t drawable = 0;  // recorded
  int width = 0, height = 0;
  std::size_t at = 0;  // it holds from this call of its batch on
  bool operator==(const DrawableSize&) const = default;
};

// A batch with the sizes that hold from some of its calls on, in the order of those calls, and what programs are told later of
// the formats that it uses.
struct PlannedBatch {
  std::unique_ptr<loaders::Batch> batch;
  std::vector<DrawableSize> sizes = {};
  std::vector<ConfigAnswer> configs = {};
  std::size_t bytes = 0;  // that it counts for in the queue
};

class SizeLookahead {
 public:
  static constexpr std::size_t kMostHeldBatches = 256;
  static constexpr std::size_t kMostHeldBytes = std::size_t{64} << 20;
  static constexpr std::size_t kMostAnswers = 65536;  // some more than all configs times all of their attributes
  // A damaged file could name any number; the rest is not looked at.
  static constexpr std::size_t kMostDrawables = 1024;
  static constexpr std::size_t kMostThreads = 1024;

  // Takes the next batch of the recording and appends to `ready` those that need not be held any longer, in order.
  void push(std::unique_ptr<loaders::Batch> batch, std::vector<PlannedBatch>& ready);

  std::size_t followed() const { return drawables_.size(); }

  // The recording has ended: nothing more will be known.
  void finish(std::vector<PlannedBatch>& ready);

 private:
  using Size = WindowSize;
  // A call, by the sequence number of its batch.
  struct Place {
    std::uint64_t batch = 0;
    std::size_t call = 0;
  };
  struct Tracked {
    Size size;                // as last told or decided
    bool told = false;        // some size was told
    bool told_early = false;  // some size was told before a draw: no need to wait for this drawable
    bool drawn_in_full = false;   // draws filled `size`
    bool copied_in_full = false;  // and they were nothing but copies from another image
    bool swapped = false;  // the open stretch has just ended; the next call may tell its size
    bool doomed = false;   // destroyed, and goes when nobody has it current any longer
    std::size_t users = 0;  // threads on which it is current
    Stretch stretch;
    std::optional<Place> open_since;  // where the open stretch began
  };

  void look_at(const loaders::Call& call);
  void end_frame(const loaders::Call& call);
  // Null for 0, and for one more than can be followed.
  Tracked* track(std::uint64_t drawable);
  Tracked* current(std::uint32_t thread);
  void make_current(std::uint32_t thread, std::uint64_t drawable);
  void leave(std::uint64_t drawable);
  void told(std::uint64_t drawable, Size size);
  void heard(const SizeWord& word);
  void forget(std::uint64_t drawable);
  void seen(std::uint64_t drawable, Tracked& tracked, const Viewports::Event& event);
  void swap(std::uint64_t drawable);
  void open(std::uint64_t drawable, Tracked& tracked);
  void close(std::uint64_t drawable, Tracked& tracked);
  // The open stretch has this size from its beginning on; another one may take its place where a limit refuses it.
  void plan(std::uint64_t drawable, const Tracked& tracked, Size size);
  // Ends the open stretch with `size`.
  void decide(std::uint64_t drawable, Tracked& tracked, Size size);
  void settle_swapped();
  Size best_guess(const Tracked& tracked) const;
  void release(std::vector<PlannedBatch>& ready);
  void decide_all();
  PlannedBatch& held(std::uint64_t sequence) { return held_[sequence - first_held_]; }
  Place here() const { return {first_held_ + held_.size() - 1, now_}; }

  std::unordered_map<std::uint64_t, Tracked> drawables_;
  std::set<std::pair<std::uint64_t, std::uint64_t>> open_;  // batch in which the stretch began, drawable
  std::vector<std::uint64_t> swapped_;                      // drawables whose stretch has just ended
  std::unordered_map<std::uint32_t, std::uint64_t> current_;  // thread -> drawable
  Viewports viewports_;
  std::deque<PlannedBatch> held_;
  std::uint64_t first_held_ = 0;  // sequence number of held_.front()
  std::size_t held_bytes_ = 0;
  std::size_t now_ = 0;  // the call of the last batch that is looked at
  bool drawn_ = false;   // the last call that was looked at was a draw, of this thread
  std::uint32_t drawn_thread_ = 0;
};

}  // namespace replay
