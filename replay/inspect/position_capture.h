// PositionCapture: where the vertices of a draw come out of its program, before the draw is made.
//
// The draw is made once more before, with a copy of its program that captures gl_Position by transform feedback, and
// without rasterizing. Nothing of what the recorded program can see stays: bindings, values, counts of queries. Where
// that cannot be promised, or the copy cannot be made, nothing is captured, and a sentence says why.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "loaders/stream/call.h"
#include "replay/dispatch/dispatcher.h"
#include "replay/inspect/vertex_lines.h"

namespace replay {

class PositionCapture {
 public:
  // `mode` is that of the draw. At most `most` vertices are captured. Precondition: outside of glBegin, no list is
  // compiled, the call is about to be made on the thread whose context is current.
  OutPositions capture(Dispatcher& d, const loaders::Call& call, std::uint32_t mode, std::size_t most);

  // To be called with each call of the frame, after it: programs may be others.
  void follow(Dispatcher& d, const loaders::Call& call);

 private:
  struct Copy {
    std::uint32_t live = 0;  // the program; 0: there is none
    std::string why_not;
  };
  const Copy& copy_of(Dispatcher& d, std::uint32_t program);

  // By the functions of the context, which stand for what it shares, and the live program.
  std::map<std::pair<const void*, std::uint32_t>, Copy> copies_;
};

// The same for the fixed functions, which have no program: the positions of a draw and the matrices.
OutPositions fixed_positions(const GladGLContext& gl, const state::DrawVertices& draw);

}  // namespace replay
