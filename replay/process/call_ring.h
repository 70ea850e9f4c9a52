// CallRing: the last calls that were issued, for when one does not come back.
//
// Lies in memory that a parent process shares, and is written for every call: a process that is killed outright (out of memory, a
// fault in a thread of the driver) says nothing any more, and its parent reads it here. Seven instructions a call.
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

  // Oldest first; the last one is the call that was being issued.
  std::vector<Entry> entries() const;
  // Nothing was noted yet: false. Safe in a signal handler.
  bool last(Entry& entry) const;

 private:
  struct Slot {
    std::atomic<std::uint64_t> call;
    std::atomic<std::uint32_t> function;
  };
  std::atomic<std::uint64_t> count_;
  Slot slots_[kKept];
};

// "12 glClear", as the dump has it; the number alone for what is no function that we know (a parent may read rubbish).
std::string to_string(const CallRing::Entry& entry);

}  // namespace replay
