// DrawingHistory: what a recording draws into windows, wipes out and reads again, up to the last picture that is
// wanted.
//
// Made from calls alone, before the first is issued. A step is a run of calls of one kind; going through the steps
// backwards tells for each window whether what it holds is still of use (live), and with that which draws are not:
//
//   frame 0   wipe  draws                 dead: wiped out by the next frame before anybody reads it
//   frame 1   wipe  draws  copy to tex.   live: the copy is data of the program
//   frame 2   wipe  draws  <- picture     live
//
// Only windows are followed. Framebuffer objects are drawn into always: which texture a draw reads is not known from
// calls alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "loaders/stream/call.h"
#include "replay/call_set.h"
#include "replay/seek/clear_state.h"
#include "replay/seek/rules.h"

namespace replay {

// Calls first to last, both included. Such a run can hold any number of calls that are always made.
struct CallRun {
  std::uint64_t first = 0, last = 0;
};

class DrawingHistory {
 public:
  // A damaged or endless file could have any number. Beyond it everything is drawn.
  static constexpr std::size_t kMostSteps = std::size_t{1} << 21;
  static constexpr std::size_t kMostWindows = 1024;

  // Pictures are wanted of these frames and calls; borrowed. With `goes_on` what comes after the last of them is to be
  // right as well.
  DrawingHistory(const CallSet& frames, const CallSet& calls, bool goes_on);

  // Calls in the order of the recording. False: nothing after this call is of interest.
  bool follow(const loaders::Call& call);

  // The drawing calls in these runs may be left out. Sorted, disjoint. Call once, at the end.
  std::vector<CallRun> dead_runs();

 private:
  enum class What : std::uint8_t { kDraw, kWipe, kRead };
  struct Step {
    What what = What::kDraw;
    bool kept = false;                        // of kDraw: made even when its window is dead
    bool counted = false;                     // of kDraw: by a query
    bool effects = false;                     // of kDraw: what is in the window decides about something that lasts
    std::uint8_t planes = 0;                  // that are used, or wiped out, or read
    std::uint16_t window = 0;                 // not for kRead, which is of all
    CallRun calls = {.first = 1, .last = 0};  // none
  };
  struct Context {
    ClearState clear;
    std::uint64_t draw_framebuffer = 0, read_framebuffer = 0;
    bool compiling = false;  // a display list
    bool in_primitive = false;
    bool feedback = false;     // of a transform
    bool conditional = false;  // rendering, which clears are as well
    unsigned queries = 0;      // that count what is drawn
    bool packs = false;        // a pixel pack buffer was bound at some time
  };
  struct Thread {
    std::uint64_t context = 0;
    std::uint16_t window = 0;
  };

  void follow_role(SeekRole role, const loaders::Call& call);
  void in_list(SeekRole role, const loaders::Call& call);
  void in_primitive(SeekRole role, const loaders::Call& call);
  void draw(const loaders::Call& call, bool kept = false);
  void wipe(const loaders::Call& call, std::uint8_t planes);
  void read(std::uint64_t framebuffer);
  void read_windows(std::uint8_t planes = kAllPlanes);
  void want_picture();
  void delete_framebuffers(const loaders::Call& call);
  void bind_framebuffer(const loaders::Call& call);
  void present(const loaders::Call& call);
  void set_current(std::uint64_t context, std::uint64_t drawable);
  void new_context(const loaders::Call& call);
  void bind_buffer(std::uint64_t target);
  void call_list(const loaders::Call& call);
  void make_current(const loaders::Call& call);
  void switch_thread(std::uint32_t thread);
  std::uint16_t window_of(std::uint64_t drawable);
  void add(const Step& step);
  void give_up();

  const CallSet& frames_;
  const CallSet& calls_;
  const bool goes_on_;
  std::optional<std::uint64_t> last_frame_;
  LastNumber last_call_;
  std::uint64_t newest_ = 0;
  std::uint64_t next_watched_;
  std::uint64_t frame_ = 0;

  std::vector<Step> steps_;
  bool step_is_open_ = false;  // the last one can take more calls
  bool hopeless_ = false;
  bool lists_hold_state_ = false;  // some display list does more than to draw
  bool queries_matter_ = false;
  bool effects_ = false;                                      // shaders may write memory
  std::uint8_t used_ = kColorPlane;                           // planes that draws may read and write
  std::unordered_map<std::uint64_t, std::uint16_t> windows_;  // recorded drawable -> index
  std::unordered_map<std::uint64_t, Context> contexts_;
  std::unordered_map<std::uint32_t, Thread> threads_;
  std::unordered_set<std::uint64_t> wiped_canvases_;  // when they have been shown
  std::uint32_t thread_ = 0;
  // Of the current thread. Elements of an unordered_map stay where they are.
  Thread* now_;
  Context* context_;
};

}  // namespace replay
