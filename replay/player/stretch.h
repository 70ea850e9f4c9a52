// Stretch: what the calls from one swap of a window to the next show about its size, and which size follows from that.
//
// Some recordings never give the size of a window directly (docs/apitrace.md). Answers to queries show it, and the
// viewports that the program draws through. Only boxes that begin at the window's corner count. A box elsewhere is a
// part of the window.
#pragma once

#include <algorithm>
#include <vector>

#include "replay/base/window_size.h"
#include "replay/player/viewports.h"

namespace replay {

class Stretch {
 public:
  void see(const Viewports::Event& event);
  // The answer that the program got when it asked for the width or the height; the other one is 0.
  void see_answer(int width, int height);

  bool is_drawn() const { return drawn_; }
  // A viewport of exactly this size was set for the window.
  bool has_set(WindowSize size) const {
    return std::find(full_viewports_.begin(), full_viewports_.end(), size) != full_viewports_.end();
  }
  // Returns whether draws have reached exactly this far, which is all of a window of this size.
  bool fills(WindowSize size) const { return reached() == size; }
  // Returns whether all drawing was copies, from the corner of the window on. Programs that draw elsewhere and then
  // show it do this.
  bool is_copied() const { return copied_ && !drawn_otherwise_; }

  WindowSize answer() const { return answer_; }
  // Returns the size of a window of which nothing was known before. It is not set when still nothing is known.
  WindowSize first_size() const;
  // Returns the size of a window that was `old` before. `may_shrink`: the program has drawn into all of it. `copied`:
  // it has copied into all of it and has not drawn otherwise.
  WindowSize next_size(WindowSize old, bool may_shrink, bool copied) const;

 private:
  void see_draw(const Viewports::Event& event);
  // A copy counts alone only when nothing else was drawn: among other draws it may be larger than the window.
  WindowSize reached() const { return is_copied() ? copied_to_ : reached_; }

  bool drawn_ = false, copied_ = false, drawn_otherwise_ = false;
  std::vector<WindowSize> full_viewports_;  // those that were set and begin at the origin, in order
  WindowSize largest_viewport_;             // the largest of all viewports
  WindowSize reached_, copied_to_;          // how far draws and copies reached from the origin
  WindowSize in_force_;                     // the viewport at a clear, which does not limit the clear
  WindowSize elsewhere_;                    // the far corner of boxes that do not begin at the origin
  WindowSize answer_;
};

}  // namespace replay
