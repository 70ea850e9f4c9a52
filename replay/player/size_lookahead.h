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
// Without a word on the size, viewports decide. The first stretch takes the largest one that is set: recorders that have nothing
// else write the window's size as a viewport when a context first becomes current. After that a window is resized when the
// program draws through another viewport that begins at the window's corner: it grows at once, and shrinks only if it was drawn
// in full before, for a program may draw into a part of its window all the time.
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
#include <unordered_map>
#include <vector>

#include "loaders/stream/batch.h"
#include "replay/handlers/config_answers.h"
#include "replay/handlers/frame_calls.h"
#include "replay/player/viewports.h"

namespace replay {

struct DrawableSize {
  std::uint64_t drawable = 0;  // recorded
  int width = 0, height = 0;
};

// A batch with the sizes that hold from its first call on, and what programs are told later of the formats that it uses.
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
  static constexpr std::size_t kMostDrawables = 1024;  // a damaged file could name any number; the rest is not looked at

  // Takes the next batch of the recording and appends to `ready` those that need not be held any longer, in order.
  void push(std::unique_ptr<loaders::Batch> batch, std::vector<PlannedBatch>& ready);

  // The recording has ended: nothing more will be known.
  void finish(std::vector<PlannedBatch>& ready);

 private:
  struct Size {
    int width = 0, height = 0;
    bool operator==(const Size&) const = default;
    bool is_set() const { return width > 0 && height > 0; }
  };
  // What the open stretch has shown.
  struct Stretch {
    bool drawn = false;
    Size largest_viewport;             // that was set, as far as from the window's origin
    std::vector<Size> full_viewports;  // that were set and begin at the origin, the last one last
    Size reached;                      // by draws, from the origin
    bool from_origin = false;          // some draw's viewport began there
    Size queried;                      // what the program was told when it asked
  };
  struct Tracked {
    Size size;                // as last told or decided
    bool told = false;        // some size was told
    bool told_early = false;  // some size was told before a draw: no need to wait for this drawable
    bool drawn_in_full = false;  // a viewport of exactly `size` was drawn through
    Stretch stretch;
    std::optional<std::uint64_t> open_since;  // sequence number of the batch in which the open stretch began
    bool swapped = false;    // the open stretch has just ended; the next call may tell its size
  };

  void look_at(const loaders::Call& call);
  void end_frame(const loaders::Call& call);
  void make_current(std::uint32_t thread, std::uint64_t drawable);
  void told(std::uint64_t drawable, Size size);
  void heard(const SizeWord& word);
  void forget(std::uint64_t drawable);
  void viewport_set(Stretch& stretch, const Box& box);
  void drawn(Stretch& stretch, const std::optional<Box>& box);
  void swap(std::uint64_t drawable);
  void open(Tracked& tracked);
  // Ends the open stretch with `size`.
  void decide(std::uint64_t drawable, Tracked& tracked, Size size);
  void settle_swapped();
  Size best_guess(const Tracked& tracked) const;
  Size after_resize(const Tracked& tracked) const;
  void release(std::vector<PlannedBatch>& ready);
  void decide_all();
  PlannedBatch& held(std::uint64_t sequence) { return held_[sequence - first_held_]; }

  std::unordered_map<std::uint64_t, Tracked> drawables_;
  std::unordered_map<std::uint32_t, std::uint64_t> current_;  // thread -> drawable
  Viewports viewports_;
  std::deque<PlannedBatch> held_;
  std::uint64_t first_held_ = 0;  // sequence number of held_.front()
  std::size_t held_bytes_ = 0;
  bool any_swapped_ = false;
  bool drawn_ = false;  // the last call that was looked at was a draw, of this thread
  std::uint32_t drawn_thread_ = 0;
};

}  // namespace replay
