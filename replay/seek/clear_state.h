// ClearState: whether a clear of a recorded context wipes out its whole target, as far as the recording shows.
//
// Followed from calls alone, before anything is issued. Where a call is too rare to be followed exactly, or GL may refuse it, the
// answer is no: then more is drawn than needed, and the picture is right.
#pragma once

#include <cstdint>
#include <vector>

#include "loaders/stream/call.h"
#include "replay/seek/drawn_into.h"

namespace replay {

// GL guarantees that many attributes on a stack. Whether a driver takes more is not known.
inline constexpr std::size_t kSureAttributes = 16;

// What a framebuffer consists of. Bits.
enum Planes : std::uint8_t { kColorPlane = 1, kDepthPlane = 2, kStencilPlane = 4, kAllPlanes = 7 };

// Of a mask as glClear and glBlitFramebuffer have it.
std::uint8_t planes_of(std::uint64_t mask);

class ClearState {
 public:
  // A call with SeekRole::kContextState. An object that is drawn into has draw buffers of its own. `sure`: GL accepts the call; else
  // it may as well change nothing.
  void follow(const loaders::Call& call, DrawnInto place, bool sure);
  // Where draws to the window go, as glNamedFramebufferDrawBuffers has it: `first` is the argument with the buffer, or with
  // their number.
  void window_buffers(const loaders::Call& call, std::size_t first, bool sure);
  void render_mode(std::uint32_t mode, bool sure);

  // The same for a call that a display list will make. False: the list may change what a clear does, or push and pop no
  // pairs.
  bool follow_in_list(const loaders::Call& call);
  void begin_list() { list_depth_ = 0; }
  bool end_list() const { return list_depth_ == 0; }
  // A display list was called that pushes up to that many attributes, and pops what was there before where GL refuses that.
  void list_pushed(std::size_t depth, DrawnInto place);
  std::size_t deepest_in_lists() const { return deepest_in_lists_; }
  bool knows_stack() const { return stack_is_known_; }
  std::size_t pushed() const { return stack_.size(); }
  // Whether glPopAttrib may bring draw buffers back.
  bool pop_sets_buffers() const;

  // What glClear(mask) leaves nothing of. `mask` as GL has it.
  std::uint8_t wiped_by_clear(std::uint64_t mask, DrawnInto place) const;
  // Of the window: whether the one buffer that glClearBuffer(GL_COLOR, 0) clears is surely the one that is shown.
  bool first_is_back() const { return now_.first_is_back; }
  // Whether draws to the window may reach its front buffer, which is another than the one that a swap shows.
  bool draws_front() const { return now_.front; }

  // What draws read and write: where there is no test for depth or stencils, they stay what they are.
  std::uint8_t used_planes() const;
  // What they may where display lists are called.
  std::uint8_t used_by_lists() const { return used_by_lists_; }

  // A display list may have changed anything.
  void forget() { unknown_ = true; }

 private:
  // Of what is not known, what keeps more pixels: a scissor that is on perhaps, a mask that lets everything through surely.
  struct Values {
    bool scissor = false, discard = false;                           // perhaps
    bool color_mask = true, depth_mask = true, stencil_mask = true;  // all bits are written, surely
    bool back = true;                                                // the window's buffer is among those drawn to, surely
    bool first_is_back = true;
    bool front = false;       // the other buffer is among them, perhaps
    std::uint8_t tested = 0;  // planes with a test, perhaps

    // What holds when either does.
    void or_as(const Values& other);
  };
  struct Saved {
    std::uint64_t mask;
    Values values;
  };
  static constexpr std::size_t kMostSaved = 64;

  void set(const loaders::Call& call, DrawnInto place);
  void enable(std::uint64_t capability, bool on);
  void set_window_buffers(const loaders::Call& call, std::size_t first);
  void push(std::uint64_t mask, DrawnInto place, bool sure);
  void pop(DrawnInto place, bool sure);
  void pop_any(DrawnInto place);
  Values restored(const Saved& saved, DrawnInto place) const;

  Values now_;
  std::vector<Saved> stack_;
  bool stack_is_known_ = true;
  bool two_sided_ = false;  // glStencilMask may set the mask of one side only
  bool renders_ = true;     // surely: in selection and feedback nothing is cleared
  std::uint8_t ever_tested_ = 0, always_tested_ = 0, used_by_lists_ = 0;
  int list_depth_ = 0;  // of glPushAttrib
  std::size_t deepest_in_lists_ = 0;
  bool unknown_ = false;
};

}  // namespace replay
