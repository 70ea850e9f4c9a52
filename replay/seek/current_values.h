// CurrentValues: keeps what glColor and its kin have set as it would be if nothing had been left out.
//
// GL does not care whether anything is drawn between two of them, but Mesa does. It keeps how many components were set until it hands
// vertices on, and when it is never asked to, alternate lengths confuse it: after glColor4, glColor3, glColor4, glColor3 with nothing
// between, alpha is that of the second glColor4 (vbo_exec_fixup_vertex, seen in 22.3). An empty primitive makes it start anew; one is
// drawn wherever it would have done so for a draw that is left out, and nowhere else, so that programs which are drawn wrongly for
// that reason stay as they are.
#pragma once

#include "replay/seek/rules.h"

namespace replay {

class Dispatcher;
struct RecordedContext;

class CurrentValues {
 public:
  // Before each call outside of a list, made or left out, with its context current.
  void precedes(Dispatcher& d, SeekRole role);
  // In the place of a primitive: it goes on with the values that were set for the one before, unless state has changed in between.
  void primitive_left_out(Dispatcher& d);
  // In the place of a draw from arrays, or of a list.
  void draw_left_out(Dispatcher& d) { start_anew(d); }
  // In the place of a clear, a blit or of pixels, for which Mesa hands on the vertices that are there: a clear of nothing does, too.
  void clear_left_out(Dispatcher& d);

 private:
  void start_anew(Dispatcher& d);

  const RecordedContext* context_ = nullptr;  // that the following is about
  bool set_ = false;        // since the driver has last started anew
  bool primitive_ = false;  // one that is left out came since, and no change of state
  bool vertices_ = false;   // there may be some that were not handed on
};

}  // namespace replay
