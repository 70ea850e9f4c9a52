// The answers that tell how large a window is, for a recording that lacks what showed the size.
//
// Where a recording of GLX or EGL does not say the size of a window, it follows from all the viewports of the frames so
// far (player/size_lookahead.h), and a trimmed recording does not have all frames. Answers to queries decide before
// viewports do. Other replayers ignore these queries.
#pragma once

#include <span>
#include <vector>

#include "loaders/stream/arena.h"
#include "loaders/stream/call.h"
#include "replay/base/window_size.h"
#include "replay/slice/slice.h"

namespace replay {

class SizeAnswer {
 public:
  SizeAnswer(const SliceWindow& window, WindowSize size);

  // They borrow from this object.
  std::span<const loaders::Call> calls() const { return calls_; }

 private:
  loaders::Arena memory_;
  std::vector<loaders::Call> calls_;
};

}  // namespace replay
