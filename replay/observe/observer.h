// Observer: the interface for everything that watches a replay. Observers only read; they never change what is
// replayed.
#pragma once

#include <cstdint>

#include "loaders/stream/call.h"

namespace replay {

class Dispatcher;
struct Drawable;

class Observer {
 public:
  virtual ~Observer() = default;

  // Frame `frame` is complete, and its swap is about to be issued. `call` is the swap. `drawable` is what it shows,
  // or null when the recording does not say. For a last frame without a swap, `call` is null.
  virtual void frame_ends(Dispatcher&, std::uint64_t /*frame*/, const loaders::Call* /*call*/, Drawable*) {}

  // `call` is one of the calls that PlayerOptions::watched_calls has, no swap, and is about to be issued. Its thread
  // may not be the current one yet.
  virtual void call_begins(Dispatcher&, const loaders::Call&) {}

  // `call` is one of the calls that PlayerOptions::watched_calls has. It has been issued, except for a swap, which is
  // about to be.
  virtual void call_done(Dispatcher&, const loaders::Call&) {}

  // `call` is one of the marks that Player::watch_marks() chose.
  virtual void mark_reached(Dispatcher&, const loaders::Call& /*call*/) {}

  // The swap of `frame` has been issued.
  virtual void frame_shown(Dispatcher&, std::uint64_t /*frame*/) {}

  // No more calls will be issued; the contexts still exist.
  virtual void finished(Dispatcher&) {}
};

}  // namespace replay
