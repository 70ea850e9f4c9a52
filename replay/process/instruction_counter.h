// InstructionCounter: how many instructions of user space this process executes, in all of its threads.
//
// It asks the performance counter of the processor (perf_event_open). Many virtual machines have none, and
// /proc/sys/kernel/perf_event_paranoid above 2 forbids it.
#pragma once

#include <cstdint>

#include "loaders/base/result.h"

namespace replay {

class InstructionCounter {
 public:
  // Counts this thread and all threads that it starts later. `type` and `config` are those of perf_event_open(), which
  // tests replace by counters that every kernel has. An error says why there is no counter.
  static loaders::Result<InstructionCounter> open();
  static loaders::Result<InstructionCounter> open(std::uint32_t type, std::uint64_t config);

  InstructionCounter(InstructionCounter&& other) noexcept;
  InstructionCounter& operator=(InstructionCounter&& other) noexcept;
  ~InstructionCounter();

  // Since open(). An error of the kernel gives 0.
  std::uint64_t read() const;

 private:
  explicit InstructionCounter(int fd) : fd_(fd) {}
  int fd_ = -1;
};

// Whether this process runs under valgrind's tool callgrind is known only where it was built with valgrind's header.
// The count that is written between begin and end is that of all threads. Without callgrind nothing happens.
void begin_valgrind_count();
void end_valgrind_count();
// What happens between two of these calls is not counted.
void toggle_valgrind_count();
bool can_mark_valgrind_count();

}  // namespace replay
