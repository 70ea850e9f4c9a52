// Progress: shows one line on the terminal and keeps overwriting it. It shows nothing when standard error is not a
// terminal.
#pragma once

#include <chrono>
#include <cstdint>

#include "replay/observe/observer.h"

namespace replay {

class Progress : public Observer {
 public:
  Progress();
  void frame_shown(Dispatcher&, std::uint64_t frame) override;
  void finished(Dispatcher&) override;

 private:
  bool on_terminal_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point last_{};
};

}  // namespace replay
