// Wireframe: makes calls that draw with lines in the place of filled polygons, and leaves the mode as the recording has
// set it. OpenGL ES has no such mode.
#pragma once

#include <cstdint>

#include "loaders/stream/call.h"
#include "replay/dispatch/dispatcher.h"

namespace replay {

class Wireframe {
 public:
  // From which frame on it is to be used.
  void begin_with(std::uint64_t frame) { first_ = frame; }
  bool is_for(std::uint64_t frame) const { return frame >= first_; }

  // Makes the call.
  void issue(Dispatcher& dispatcher, const loaders::Call& call);

  // Whether a draw could not be made so, because its context has no such mode.
  bool is_lacking() const { return is_lacking_; }

 private:
  void begin(Dispatcher& dispatcher);
  void end(Dispatcher& dispatcher);

  std::uint64_t first_ = 0;
  std::int32_t front_ = 0, back_ = 0;  // the modes of the recording
  bool is_set_ = false, is_lacking_ = false;
};

}  // namespace replay
