// HeapWatch: lets the process keep more of its freed memory when a recording takes and frees large blocks all the time.
#pragma once

#include "replay/observe/observer.h"
#include "replay/process/heap.h"

namespace replay {

class HeapWatch : public Observer {
 public:
  void frame_shown(Dispatcher&, std::uint64_t /*frame*/) override { keep_more_freed_memory(); }
};

}  // namespace replay
