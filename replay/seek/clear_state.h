// ClearState: whether a clear of a recorded context wipes out its whole target, as far as the recording shows.
//
// Followed from calls alone, before anything is issued. Where a call is too rare to be followed exactly, the answer is
// no: then more is drawn than needed, and the picture is right.
#pragma once

#include <cstdint>
#include <vector>

#include "loaders/stream/call.h"

namespace replay {

// What a framebuffer consists of. Bits.
enum Planes : std::uint8_t { kColorPlane = 1, kDepthPlane = 2, kStencilPlane = 4, kAllPlanes = 7 };

// Of a mask as glClear and glBlitFramebuffer have it.
std::uint8_t planes_of(std::uint64_t mask);

class ClearState {
 public:
  // A call with SeekRole::kContextState. `on_window`: the draw framebuffer is the window; an object has draw buffers of
  // its own. True when the call may have set those.
  bool follow(const loaders::Call& call, bool on_window);

  // The same for a call that a display list will make. False: the list may change what a clear does, or push and pop no
  // pairs.
  bool follow_in_list(const loaders::Call& call);
  void begin_list() { list_depth_ = 0; }
  bool end_list() const { return list_depth_ == 0; }

  // What glClear(mask) leaves nothing of. `mask` as GL has it.
  std::uint8_t wiped_by_clear(std::uint64_t mask, bool on_window) const;

  // What draws read and write: where there is no test for depth or stencils, they stay what they are.
  std::uint8_t used_planes() const;
  // What they may where display lists are called.
  std::uint8_t used_by_lists() const { return used_by_lists_; }

  // A display list may have changed anything.
  void forget() { unknown_ = true; }

 private:
  struct Values {
    bool scissor = false, discard = false;
    bool color_mask = true, depth_mask = true, stencil_mask = true;  // all bits are written
    bool draws_color = true;                                         // the window's buffer is among those drawn to
    std::uint8_t tested = 0;                                         // planes with a test
  };
  struct Saved {
    std::uint64_t mask;
    Values values;
  };

  void enable(std::uint64_t capability, bool on);
  void push(std::uint64_t mask, bool on_window);
  bool pop(bool on_window);

  Values now_;
  std::vector<Saved> stack_;
  std::uint8_t ever_tested_ = 0, always_tested_ = 0, used_by_lists_ = 0;
  int list_depth_ = 0;  // of glPushAttrib
  bool unknown_ = false;
};

}  // namespace replay
