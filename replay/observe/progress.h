// Progress: shows one line on the terminal and keeps overwriting it. It shows nothing when standard error is not a
// terminal, or when the user wants it quiet.
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
  bool is_shown_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point last_{};
};

}  // namespace replay
