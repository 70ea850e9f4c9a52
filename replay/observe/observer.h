// Observer: the seam for everything that looks at a replay. Observers read; they never steer it.
#pragma once

#include <cstdint>

#include "loaders/stream/call.h"

namespace replay {

class Dispatcher;
struct Drawable;

class Observer {
 public:
  virtual ~Observer() = default;

  // Frame `frame` is complete. Before its swap is issued: `call` is the swap and `drawable` (null when the recording does not
  // say) what it shows. At the end of a recording, for a frame without a swap, `call` is null.
  virtual void frame_ends(Dispatcher&, std::uint64_t /*frame*/, const loaders::Call* /*call*/, Drawable*) {}

  // `call`, one of those that Player::watch_calls() was told of, has been issued. A swap has not yet.
  virtual void call_done(Dispatcher&, const loaders::Call&) {}

  // `call` is a mark of those that Player::watch_marks() was told of.
  virtual void mark_reached(Dispatcher&, const loaders::Call& /*call*/) {}

  // The swap of `frame` has been issued.
  virtual void frame_shown(Dispatcher&, std::uint64_t /*frame*/) {}

  // Nothing more will be issued; contexts are still there.
  virtual void finished(Dispatcher&) {}
};

}  // namespace replay
