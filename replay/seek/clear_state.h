// ClearState: whether a clear of a recorded context kills its whole target, as far as the recording shows.
//
// It follows calls alone, before anything is issued. Where a call is too rare to be followed exactly, or GL may refuse
// it, the answer is no. Then the replay draws more than it needs to, and the picture is right.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "loaders/stream/call.h"
#include "replay/base/window_size.h"
#include "replay/seek/areas.h"
#include "replay/seek/drawn_into.h"

namespace replay {

// GL guarantees a stack of this many attributes. It is not known whether a driver accepts more.
inline constexpr std::size_t kSureAttributes = 16;

// The planes that a framebuffer consists of, as bits.
enum Planes : std::uint8_t { kColorPlane = 1, kDepthPlane = 2, kStencilPlane = 4, kAllPlanes = 7 };

// The planes of a mask as glClear and glBlitFramebuffer take it.
std::uint8_t planes_of(std::uint64_t mask);

class ClearState {
 public:
  // Follows a call with SeekRole::kContextState. A framebuffer object has draw buffers of its own. `sure`: GL accepts
  // the call. Otherwise the call may change nothing.
  void follow(const loaders::Call& call, DrawnInto into, bool sure);
  // Follows a call like glNamedFramebufferDrawBuffers for the window. `first` is the index of the argument that holds
  // the buffer, or the number of buffers.
  void window_buffers(const loaders::Call& call, std::size_t first, bool sure);
  void render_mode(std::uint32_t mode, bool sure);

  // Follows a call that a display list will make. False: the list may change what a clear does, or its pushes and pops
  // may not pair.
  bool follow_in_list(const loaders::Call& call);
  void begin_list() { list_depth_ = 0; }
  bool end_list() const { return list_depth_ == 0; }
  // A display list was called that pushes up to `depth` attributes. Where GL refuses to push, it pops what was there
  // before.
  void list_pushed(std::size_t depth, DrawnInto into);
  std::size_t deepest_in_lists() const { return deepest_in_lists_; }
  bool knows_stack() const { return stack_is_known_; }
  std::size_t pushed() const { return stack_.size(); }
  // Notes that the last glPushAttrib has saved these draw buffers of a framebuffer object. Precondition: pushed() > 0.
  void pushed_buffers(std::uint64_t object, std::span<const std::uint64_t> buffers);
  // Tells whether glPopAttrib may restore draw buffers, when those of `object` are `buffers`. It does not where it
  // saved the same ones of the same object. 0 stands for the window, and for an object that is not known.
  bool pop_sets_buffers(std::uint64_t object, std::span<const std::uint64_t> buffers) const;

  // The planes of which glClear(mask) leaves nothing.
  std::uint8_t killed_by_clear(std::uint64_t mask, DrawnInto into) const;
  // The same in guessed_area(), if no display list has changed what clears depend on.
  std::uint8_t guessed_to_be_killed(std::uint64_t mask, DrawnInto into) const { return cleared(mask, into); }
  // Where clears and blits write, if what is drawn into is not larger than `size`: an empty area stands for everywhere.
  // No value where that is not known, as when `size` is not set.
  std::optional<Area> guessed_area(WindowSize size) const;
  // Everything that draws write surely lies in this box. No value where no scissor test holds them there.
  std::optional<ClearBox> holds_draws() const;
  // The viewport, if triangles and other polygons surely are filled. GL cuts them off at its edges; wide lines and
  // points may reach beyond. No value where the viewport is not known.
  std::optional<ClearBox> holds_polygons() const;
  // Tells whether the buffer of the window that glClearBuffer(GL_COLOR, 0) clears is surely the one that is shown.
  bool first_is_back() const { return now_.first_is_back; }
  // Tells whether draws to the window may reach its front buffer, which is not the buffer that a swap shows.
  bool draws_front() const { return now_.front; }

  // The planes that draws read and write. Without a test for depth or stencils, draws leave that plane as it is.
  std::uint8_t used_planes() const;
  // Those of them that draws surely leave as they are, because of a mask.
  std::uint8_t closed_planes() const;
  // The planes that draws may read and write once display lists are called.
  std::uint8_t used_by_lists() const { return used_by_lists_; }

  // Any state may have changed: a display list was called.
  void forget() { unknown_ = true; }

 private:
  static constexpr ClearBox kAnywhere{INT32_MIN, INT32_MIN, INT32_MAX, INT32_MAX};
  // Where a value is not known, it is the one that keeps more pixels when something is cleared: "possibly" for a
  // scissor test, "not surely" for an open mask. The last two are about draws: they are those that let a draw write
  // more.
  struct Values {
    bool scissor = false, discard = false;        // possibly enabled
    bool depth_mask = true, stencil_mask = true;  // surely all bits are written
    std::uint32_t masked_colors = 0;              // by draw buffer: whether some channels may not be written
    std::uint8_t closed = 0;                      // planes of which surely nothing is written, colours and depth only
    // Surely the window's back buffer is among those drawn to.
    bool back = true;
    bool first_is_back = true;
    bool front = false;          // possibly the front buffer is among them
    std::uint8_t tested = 0;     // planes that possibly have a test
    ClearBox box{};              // surely in the scissor box
    bool confined = false;       // the scissor test is surely enabled, for all viewports
    ClearBox outer = kAnywhere;  // surely holds the scissor boxes of all viewports
    ClearBox view = kAnywhere;   // surely holds all viewports
    bool fills = true;           // polygons are surely filled

    // Becomes what is possible when either of the two is.
    void or_as(const Values& other);
  };
  struct Saved {
    std::uint64_t mask = 0;
    // Attributes that something which was pushed later, and is popped, did not save. Where they changed in between,
    // Mesa 22.3 forgets that they did, and keeps the new values when this is popped.
    std::uint64_t unsure = 0;
    Values values{};
    std::uint64_t object = 0;  // whose draw buffers follow; 0: those of the window, or unknown ones
    std::vector<std::uint64_t> buffers{};
  };
  static constexpr std::size_t kMaxSaved = 64;

  void set(const loaders::Call& call, DrawnInto into);
  void set_scissor(const loaders::Call& call);
  void set_viewport(const loaders::Call& call);
  void set_test_of_one_viewport(bool on);
  std::uint8_t cleared(std::uint64_t mask, DrawnInto into) const;
  void enable(std::uint64_t capability, bool on);
  void set_window_buffers(const loaders::Call& call, std::size_t first);
  void push(std::uint64_t mask, DrawnInto into, bool sure);
  void pop(DrawnInto into, bool sure);
  void pop_any(DrawnInto into);
  Values restored(const Saved& saved, DrawnInto into) const;

  Values now_;
  std::vector<Saved> stack_;
  bool stack_is_known_ = true;
  bool two_sided_ = false;  // glStencilMask may set the mask of one side only
  bool renders_ = true;     // surely; in selection and feedback nothing is cleared
  std::uint8_t ever_tested_ = 0, always_tested_ = 0, used_by_lists_ = 0;
  int list_depth_ = 0;  // of glPushAttrib
  std::size_t deepest_in_lists_ = 0;
  bool unknown_ = false;
};

}  // namespace replay
