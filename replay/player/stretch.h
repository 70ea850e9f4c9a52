// Stretch: what the calls from one swap of a window to the next have shown of its size, and what follows from that.
//
// Nothing is said of a window's size but by the way (docs/apitrace.md): by answers to queries, and by the viewports that the program
// draws through. Only boxes that begin at the window's corner count; one elsewhere is a part of the window.
#pragma once

#include <algorithm>
#include <vector>

#include "replay/player/viewports.h"
#include "replay/base/window_size.h"

namespace replay {

class Stretch {
 public:
  void see(const Viewports::Event& event);
  // What the program was told when it asked for one of the two, 0 for the other.
  void see_answer(int width, int height);

  bool is_drawn() const { return drawn_; }
  // A viewport of exactly this size was set for the window.
  bool has_set(WindowSize size) const { return std::find(full_viewports_.begin(), full_viewports_.end(), size) != full_viewports_.end(); }
  // Draws came as far as this, and no further: the whole of a window of this size.
  bool fills(WindowSize size) const { return reached() == size; }
  // It was nothing but copied into, from its corner on: programs that draw elsewhere and show the result do so.
  bool is_copied() const { return copied_ && !drawn_otherwise_; }

  WindowSize answer() const { return answer_; }
  // Of a window of which nothing was known. Not set: still nothing.
  WindowSize first_size() const;
  // Of a window that had this size before. `may_shrink`: the program has drawn through all of it, `copied`: has copied into all
  // of it and did nothing else with it.
  WindowSize next_size(WindowSize old, bool may_shrink, bool copied) const;

 private:
  void see_draw(const Viewports::Event& event);
  // A copy may be larger than the window that it is one of many draws into.
  WindowSize reached() const { return is_copied() ? copied_to_ : reached_; }

  bool drawn_ = false, copied_ = false, drawn_otherwise_ = false;
  std::vector<WindowSize> full_viewports_;  // that were set and begin at the origin, the last one last
  WindowSize largest_viewport_;             // of all of them
  WindowSize reached_, copied_to_;          // by draws and by copies, from the origin
  WindowSize in_force_;                     // the viewport at a clear, which does not heed it
  WindowSize elsewhere_;                    // the far corner of boxes that do not begin at the origin
  WindowSize answer_;
};

}  // namespace replay
