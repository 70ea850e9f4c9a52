// CurrentValues: keeps the values that glColor and its kind set as they would be if no call had been left out.
//
// GL does not care whether anything is drawn between two such calls, but Mesa does. Mesa remembers how many components
// were set until it hands vertices on. When it never does, alternating lengths confuse it: after glColor4, glColor3,
// glColor4, glColor3 with nothing between them, alpha is that of the second glColor4 (vbo_exec_fixup_vertex, seen in
// 22.3). An empty primitive makes Mesa start anew. One is drawn wherever Mesa would have started anew for a draw that
// is left out, and nowhere else: a program that Mesa draws wrongly for this reason is drawn as wrongly as before.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "replay/seek/rules.h"

namespace replay {

class Dispatcher;
struct RecordedContext;

class CurrentValues {
 public:
  // Comes before each call outside of a list, made or left out, with its context current.
  void precedes(Dispatcher& d, SeekRole role);
  // Replaces a primitive that is left out. Mesa joins it with the primitive before, unless state has changed in
  // between.
  void primitive_left_out(Dispatcher& d);
  // Replaces a draw from arrays, or a list.
  void draw_left_out(Dispatcher& d) { start_anew(d); }
  // Replaces draws of this context that were left out together with the calls between them. An empty primitive is drawn
  // when the context is current again.
  void draws_left_out_of(const RecordedContext* context) {
    rounds_[context] = 0;
    context_ = nullptr;
  }
  // The same, where it is not known of which contexts.
  void calls_left_out() {
    ++round_;
    context_ = nullptr;
  }
  // Replaces a clear, a blit or a draw of pixels. Mesa hands on its vertices before these, and does so before a clear
  // of nothing, too.
  void clear_left_out(Dispatcher& d);

 private:
  static constexpr std::uint64_t kFirstRound = 1;
  void start_anew(Dispatcher& d);

  const RecordedContext* context_ = nullptr;  // the members below are about it
  std::uint64_t round_ = kFirstRound;         // another one since each time that any context may have drawn
  // By context: the round whose draws are replaced. What is missing has the first, in which nothing was left out.
  std::unordered_map<const RecordedContext*, std::uint64_t> rounds_{};
  bool set_ = false;        // a value was set since the driver last started anew
  bool primitive_ = false;  // a primitive was left out since, and state has not changed
  bool vertices_ = false;   // there may be vertices that were not handed on
};

}  // namespace replay
