// CallRing: the last calls that were issued, for the case that one of them does not return.
//
// It lies in memory that a parent process shares. A process that is killed at once (out of memory, a fault in a thread
// of the driver) cannot report anything, so its parent reads the ring. It is written for every call, which takes seven
// instructions.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "loaders/stream/call.h"

namespace replay {

class CallRing {
 public:
  static constexpr std::size_t kKept = 16;

  struct Entry {
    std::uint64_t call = 0;
    std::uint32_t function = 0;  // glbindings::FunctionId
  };

  void note(const loaders::Call& call) {
    const std::uint64_t at = count_.load(std::memory_order_relaxed);
    Slot& slot = slots_[at % kKept];
    slot.call.store(call.number, std::memory_order_relaxed);
    slot.function.store(static_cast<std::uint32_t>(call.function), std::memory_order_relaxed);
    count_.store(at + 1, std::memory_order_relaxed);
  }

  // Returns the oldest entry first. The last one is the call that was being issued.
  std::vector<Entry> entries() const;
  // Returns false when no call was noted yet. A signal handler may call this.
  bool last(Entry& entry) const;

 private:
  struct Slot {
    std::atomic<std::uint64_t> call;
    std::atomic<std::uint32_t> function;
  };
  std::atomic<std::uint64_t> count_;
  Slot slots_[kKept];
};

// Returns "12 glClear", as in the dump, or the number alone when the function is unknown (a parent may read damaged
// memory).
std::string to_string(const CallRing::Entry& entry);

}  // namespace replay
